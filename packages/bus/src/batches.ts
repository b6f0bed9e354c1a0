import { sizes } from "@matinale/contracts";
import { bytesOf, type OutboxEntry } from "./outbox.ts";

/** The first events that can be sent together. */
export function firstBatch<T extends { entry: OutboxEntry }>(items: readonly T[]): T[] {
  const sums: number[] = [];
  for (const { entry } of items) sums.push((sums.at(-1) ?? 0) + bytesOf(entry));
  const end = sums.findIndex((sum) => sum > sizes.batch);
  return end === -1 ? [...items] : items.slice(0, Math.max(1, end));
}
