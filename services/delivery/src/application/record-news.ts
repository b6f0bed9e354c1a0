import { type Delivery, isSent } from "../domain/delivery/delivery.ts";
import type { Deps } from "./deps.ts";

/**
 * Keeps the news of a scheduled digest out of the next one, unless all its messages failed after the provider had accepted
 * them: then the next one covers these news again, if it is not planned yet. Safe to repeat.
 */
export async function recordNews(
  { kind, manual, windowStart, windowEnd, messageIds, parts, userId }: Delivery,
  { subscribers }: Pick<Deps, "subscribers">,
): Promise<void> {
  if (kind !== "digest" || manual || windowEnd === undefined) return;
  if (Object.values(parts).some(isSent)) await subscribers.advanceNewsCursor(userId, windowEnd);
  else if (messageIds.length > 0 && windowStart !== undefined) {
    await subscribers.returnNewsCursor(userId, { start: windowStart, end: windowEnd });
  }
}
