import type { Clustering } from "../application/cluster-stories.ts";

/** For tests of clustering that are not about alerts: no story is heavy enough. */
export const noAlerts: Omit<Clustering, "items" | "stories" | "leases"> = {
  feeds: { owners: () => Promise.resolve(new Map()) },
  alerts: { raise: () => Promise.resolve(false), storiesSince: () => Promise.resolve([]) },
  weighed: {
    record: () => Promise.resolve(false),
    heaviest: () => Promise.resolve([]),
    since: () => Promise.resolve(null),
  },
  onAlert: () => undefined,
};
