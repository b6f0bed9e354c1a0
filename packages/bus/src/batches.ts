import { sizes } from "@matinale/contracts";
import { bytesOf, type OutboxEntry } from "./outbox.ts";

/** The first events that can be sent together. */
export function firstBatch(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const batch: OutboxEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    bytes += bytesOf(entry);
    if (bytes > sizes.batch && batch.length > 0) break;
    batch.push(entry);
  }
  return batch;
}
