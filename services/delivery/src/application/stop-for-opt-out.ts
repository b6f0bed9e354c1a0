import type { UserId } from "@matinale/contracts";
import { isVerified, withoutClaim } from "../domain/conversation/connection.ts";
import { digitsOf } from "../domain/subscriber/phone.ts";
import type { PhoneStops } from "../store/phone-stops.ts";
import type { Schedules } from "./reschedule.ts";

/** Rounds down to a whole second, because providers report whole seconds. */
const secondOf = (at: Date): number => Math.floor(at.getTime() / 1_000) * 1_000;

/**
 * Stops sending to a person who has turned our messages off in WhatsApp, so that the provider refuses them.
 * The refusal counts like STOP: nothing more is sent and a claim of the number ends. START undoes it.
 * Repeats change nothing.
 *
 * @param at  when the provider refused
 */
export async function stopForOptOut(
  userId: UserId,
  at: Date,
  { schedules, phoneStops, now }: { schedules: Schedules; phoneStops: PhoneStops; now: () => Date },
): Promise<void> {
  let stoppedPhone: string | undefined;
  await schedules.change(userId, now(), (subscriber) => {
    const { channel, stopped } = subscriber;
    stoppedPhone = undefined;
    if (channel === undefined || secondOf(channel.connectedAt) > at.getTime()) return null;
    if (channel.lastKeyword !== undefined && channel.lastKeyword.at > at) return null;
    stoppedPhone = channel.phone;
    if (!isVerified(subscriber)) return withoutClaim(subscriber);
    if (stopped?.by === "phone" && stopped.until === undefined) return null;
    return { stopped: { at, by: "phone" } };
  });
  if (stoppedPhone !== undefined) await phoneStops.stop(digitsOf(stoppedPhone), at);
}
