import { sizes } from "@matinale/contracts";
import type { OutboxEntry } from "./outbox.ts";

/** Bytes of an event on the wire, uncompressed and without the few bytes of framing. */
export function bytesOf({ key, value, headers }: OutboxEntry): number {
  const texts = [key, ...Object.entries(headers).flat()];
  const text = texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  return text + (value?.length ?? 0);
}

export const isTooLarge = (entry: OutboxEntry): boolean => bytesOf(entry) > sizes.event;

/** The first events that can be sent together. One above the limit is alone, so that the broker refuses only it. */
export function firstBatch<T extends { entry: OutboxEntry }>(items: readonly T[]): T[] {
  const sums: number[] = [];
  for (const { entry } of items) sums.push((sums.at(-1) ?? 0) + bytesOf(entry));
  const end = items.findIndex(
    ({ entry }, index) => isTooLarge(entry) || (sums[index] ?? 0) > sizes.batch,
  );
  return end === -1 ? [...items] : items.slice(0, Math.max(1, end));
}
