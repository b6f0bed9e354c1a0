import { sizes } from "@matinale/contracts";
import type { OutboxEntry } from "./outbox.ts";

/** Bytes of an event on the wire, uncompressed and without the few bytes of framing. */
export function bytesOf({ key, value, headers }: OutboxEntry): number {
  const texts = [key, ...Object.entries(headers).flat()];
  const text = texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  return text + (value?.length ?? 0);
}

export const isTooLarge = (entry: OutboxEntry): boolean => bytesOf(entry) > sizes.event;

/**
 * Splits events, in order, into batches below the broker's limit. An event above the limit is a batch of its
 * own, so that the broker refuses this event alone.
 */
export function inBatches<T extends { entry: OutboxEntry }>(items: readonly T[]): T[][] {
  const batches: T[][] = [];
  let bytesLeft = 0;
  for (const item of items) {
    const alone = isTooLarge(item.entry);
    const bytes = bytesOf(item.entry);
    const current = batches.at(-1);
    if (current !== undefined && !alone && bytes <= bytesLeft) {
      current.push(item);
      bytesLeft -= bytes;
    } else {
      batches.push([item]);
      bytesLeft = alone ? 0 : sizes.batch - bytes;
    }
  }
  return batches;
}
