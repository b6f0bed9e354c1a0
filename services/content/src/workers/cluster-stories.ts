import { ticker, type Logger, type Worker } from "@matinale/kit";
import {
  clusterStories,
  RecentStories,
  type ClusteringStores,
} from "../application/cluster-stories.ts";

/** Polls wake the worker; the period matters only for items that a crash left without a story. */
const everyMs = 30_000;

/** Assigns new items to stories, one process at a time, under the singleton lease "story-clustering". */
export function clusterStoriesWorker(
  stores: ClusteringStores,
  logger: Logger,
): Worker & { wake(): void } {
  const known = new RecentStories();
  return ticker({
    name: "cluster-stories",
    everyMs,
    logger,
    run: () => clusterStories(stores, new Date(), known),
  });
}
