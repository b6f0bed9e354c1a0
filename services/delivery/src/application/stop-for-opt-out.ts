import type { UserId } from "@matinale/contracts";
import { isVerified, withoutClaim } from "../domain/conversation/connection.ts";
import { digitsOf } from "../domain/subscriber/phone.ts";
import type { PhoneStops } from "../store/phone-stops.ts";
import type { Schedules } from "./reschedule.ts";

/** Providers tell times in whole seconds. */
const secondOf = (at: Date): number => Math.floor(at.getTime() / 1_000) * 1_000;

/**
 * Somebody has turned off our messages in WhatsApp itself, and the provider says so by refusing them. It
 * counts like a STOP: nothing more is tried, a claim of the number ends, and START takes it back, however
 * often the refusal is told.
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
