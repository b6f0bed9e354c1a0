import type { Product } from "@matinale/contracts";

/** What 30 days must reach (see the objective `digests_late`); a share below it in the last hours is announced. */
const objective = 0.99;

/**
 * The state that the public page shows.
 *
 * @param share  of the editions of the last hours that were on time; null without editions
 */
export const serviceState = (
  stopped: boolean,
  share: number | null,
): "working" | "late" | "stopped" =>
  stopped ? "stopped" : share !== null && share < objective ? "late" : "working";

const shownMs = 90 * 86_400_000;

/** The incidents that the public page shows, the newest first: those of the last 90 days, and those that last. */
export const recentIncidents = (incidents: Product["incidents"], now: Date) =>
  incidents
    .filter(({ endedAt }) => !endedAt || now.getTime() - Date.parse(endedAt) < shownMs)
    .toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))
    .map(({ endedAt = null, ...incident }) => ({ ...incident, endedAt }));
