import type { DigestOrder } from "../news.ts";

const dayMs = 24 * 60 * 60 * 1000;

type Window = Pick<DigestOrder, "windowStart" | "windowEnd">;

/**
 * Divides a window into slices of about a day, the newest first; a window of up to a day and a half is one slice.
 * Candidates are read slice by slice, because the newest candidates of a whole week would all come from its last days.
 */
export function candidateSlices({ windowStart, windowEnd }: Window): Window[] {
  const [start, end] = [windowStart.getTime(), windowEnd.getTime()];
  const count = Math.max(1, Math.round((end - start) / dayMs));
  const at = (index: number) => new Date(start + Math.round(((end - start) * index) / count));
  return Array.from({ length: count }, (_, index) => ({
    windowStart: at(count - index - 1),
    windowEnd: at(count - index),
  }));
}
