import type { UserId } from "@matinale/contracts";
import type { Schedules } from "../store/schedules.ts";

/** Providers tell times in whole seconds. */
const secondOf = (at: Date): number => Math.floor(at.getTime() / 1_000) * 1_000;

/**
 * Somebody has turned off our messages in WhatsApp itself, and the provider says so by refusing them. It
 * counts like a STOP: nothing more is tried, and START takes it back, however often the refusal is told.
 *
 * @param at  when the provider refused
 */
export async function stopForOptOut(
  userId: UserId,
  at: Date,
  { schedules, now }: { schedules: Schedules; now: () => Date },
): Promise<void> {
  await schedules.change(userId, now(), ({ channel, stopped, noticed }) => {
    if (channel === undefined || secondOf(channel.connectedAt) > at.getTime()) return null;
    if (channel.lastKeyword !== undefined && channel.lastKeyword.at > at) return null;
    if (stopped?.by === "phone" && stopped.until === undefined) return null;
    return {
      channel,
      stopped: { at, by: "phone" },
      ...(noticed === undefined ? {} : { noticed }),
    };
  });
}
