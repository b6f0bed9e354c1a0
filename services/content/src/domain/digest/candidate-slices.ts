import type { DigestOrder } from "../news.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Stories first seen after `start` and up to `end`. */
export type Slice = { start: Date; end: Date };

/**
 * Divides a window into slices of about a day, the newest first; a window of up to a day and a half is one slice.
 * Candidates are read slice by slice, because the newest candidates of a whole week would all come from its last days.
 */
export function candidateSlices({
  windowStart,
  windowEnd,
}: Pick<DigestOrder, "windowStart" | "windowEnd">): Slice[] {
  const [start, end] = [windowStart.getTime(), windowEnd.getTime()];
  const count = Math.max(1, Math.round((end - start) / dayMs));
  const at = (index: number) => new Date(start + Math.round(((end - start) * index) / count));
  return Array.from({ length: count }, (_, index) => ({
    start: at(count - index - 1),
    end: at(count - index),
  }));
}
