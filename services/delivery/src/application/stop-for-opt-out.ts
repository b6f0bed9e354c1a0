import type { UserId } from "@matinale/contracts";
import { isVerified, withoutClaim } from "../domain/conversation/connection.ts";
import { digitsOf } from "../domain/subscriber/phone.ts";
import type { PhoneStops } from "../store/phone-stops.ts";
import type { Schedules } from "./reschedule.ts";

/** Providers report times in whole seconds. */
const secondOf = (at: Date): number => Math.floor(at.getTime() / 1_000) * 1_000;

/**
 * The provider refuses messages to a person who has turned them off in WhatsApp. It counts like a STOP:
 * nothing more is sent, a claim of the number ends, and START takes it back. Repeats change nothing.
 *
 * @param at  when the provider refused
 */
export async function stopForOptOut(
  userId: UserId,
  at: Date,
  { schedules, phoneStops, now }: { schedules: Schedules; phoneStops: PhoneStops; now: () => Date },
): Promise<void> {
  let refusing: string | undefined;
  await schedules.change(userId, now(), (subscriber) => {
    const { channel, stopped } = subscriber;
    refusing = undefined;
    if (channel === undefined || secondOf(channel.connectedAt) > at.getTime()) return null;
    if (channel.lastKeyword !== undefined && channel.lastKeyword.at > at) return null;
    refusing = channel.phone;
    if (!isVerified(subscriber)) return withoutClaim(subscriber);
    if (stopped?.by === "phone" && stopped.until === undefined) return null;
    return { stopped: { at, by: "phone" } };
  });
  if (refusing !== undefined) await phoneStops.stop(digitsOf(refusing), at);
}
