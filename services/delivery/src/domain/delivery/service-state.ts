import type { Product } from "@matinale/contracts";

/** What 30 days must reach (see the objective `digests_late`); a share below it in the last hours is announced. */
const objective = 0.99;

/**
 * Editions that are overdue for this long make the service late: the oldest of those that the alert DigestsOverdue
 * announces has waited as long. Milliseconds since the due instant.
 */
export const longOverdueMs = 120_000;

/** Editions that may be long overdue while the service works: those of phones with a problem of their own. */
export const longOverdueAtMost = 2;

export function serviceState(now: {
  stopped: boolean;
  /** Of the editions of the last hours, those that were on time; null without editions. */
  share: number | null;
  /** Editions that wait for the provider: the share counts them only once they are accepted or lost. */
  longOverdue: number;
}): "working" | "late" | "stopped" {
  if (now.stopped) return "stopped";
  const isLate =
    now.longOverdue > longOverdueAtMost || (now.share !== null && now.share < objective);
  return isLate ? "late" : "working";
}

const shownMs = 90 * 86_400_000;

/** The incidents that the public page shows, the newest first: those of the last 90 days, and those that last. */
export const recentIncidents = (incidents: Product["incidents"], now: Date) =>
  incidents
    .filter(({ endedAt }) => !endedAt || now.getTime() - Date.parse(endedAt) < shownMs)
    .toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))
    .map(({ endedAt = null, ...incident }) => ({ ...incident, endedAt }));
