import { ticker, type Logger, type Worker } from "@matinale/kit";
import { clusterStories, type Clustering } from "../application/cluster-stories.ts";
import { RecentStories } from "../application/recent-stories.ts";

/** Polls wake the worker; the period matters only for items that a crash left without a story. */
const everyMs = 30_000;

/** Assigns new items to stories and raises alerts, one process at a time, under the singleton lease "story-clustering". */
export function clusterStoriesWorker(
  clustering: Clustering,
  logger: Logger,
): Worker & { wake(): void } {
  const known = new RecentStories();
  return ticker({
    name: "cluster-stories",
    everyMs,
    logger,
    run: () => clusterStories(clustering, new Date(), known),
  });
}
