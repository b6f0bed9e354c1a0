import type { Logger, Worker } from "@matinale/kit";
import type { FeedPolling } from "../application/poll-feed.ts";
import type { Catalogue } from "../clients/catalogue/catalogue.ts";
import { clusterStoriesWorker } from "./cluster-stories.ts";
import { composeDigests, type ComposeDeps } from "./compose-digests.ts";
import { pollFeeds } from "./poll-feeds.ts";
import { syncCatalogue } from "./sync-catalogue.ts";

type WorkerDeps = ComposeDeps &
  Omit<FeedPolling, "onNews"> & { catalogue: Catalogue; logger: Logger };

/**
 * Everything that ticks. Each worker wakes the next one, so that the periods matter after a crash only.
 *
 * | worker          | period                     | claims                              | lease                     |
 * | --------------- | -------------------------- | ----------------------------------- | ------------------------- |
 * | sync-catalogue  | 60 s for samples, else 24 h | nothing: repeated, it changes nothing | none                    |
 * | poll-feeds      | when the next feed is due   | a host, up to 3 of its due feeds     | 120 s                    |
 * | cluster-stories | 30 s                       | all new items                       | "story-clustering", 30 s  |
 * | compose-digests | 5 s                        | waiting requests, order by order    | 20 s, renewed             |
 *
 * @returns `onRequested` wakes the composition of digests
 */
export function contentWorkers(deps: WorkerDeps): { workers: Worker[]; onRequested: () => void } {
  const { catalogue, feeds, stories, logger } = deps;
  const composing = composeDigests(deps);
  const clustering = clusterStoriesWorker(stories, logger);
  const polling = pollFeeds({ ...deps, onNews: clustering.wake });
  return {
    workers: [
      syncCatalogue(catalogue, feeds, logger, polling.wake),
      polling,
      clustering,
      composing,
    ],
    onRequested: composing.wake,
  };
}
