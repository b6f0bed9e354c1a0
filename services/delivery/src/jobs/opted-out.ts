import type { UserId } from "@matinale/contracts";
import type { Schedules } from "../store/schedules.ts";

/**
 * Somebody has turned off our messages in WhatsApp itself, and the provider says so by refusing them. It
 * counts like a STOP: nothing more is tried, and START takes it back.
 */
export async function stopForOptOut(
  userId: UserId,
  { schedules, now }: { schedules: Schedules; now: () => Date },
): Promise<void> {
  await schedules.change(userId, now(), ({ channel, stopped, noticed }) => {
    if (channel === undefined) return null;
    if (stopped?.by === "phone" && stopped.until === undefined) return null;
    return {
      channel,
      stopped: { at: now(), by: "phone" },
      ...(noticed === undefined ? {} : { noticed }),
    };
  });
}
