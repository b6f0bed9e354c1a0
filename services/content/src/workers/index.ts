import { ticker, type Logger, type Worker } from "@matinale/kit";
import type { FeedPolling } from "../application/poll-feed.ts";
import { clusterStories, type Clustering } from "../application/cluster-stories.ts";
import { composeAlert, type AlertDeps } from "../application/compose-alert.ts";
import { RecentStories } from "../application/recent-stories.ts";
import { speakAhead, type SpeakingAhead } from "../application/speak-ahead.ts";
import type { Catalogue } from "../clients/catalogue/catalogue.ts";
import { composeDigests, type ComposeDeps } from "./compose-digests.ts";
import { pollFeeds } from "./poll-feeds.ts";
import { syncCatalogue } from "./sync-catalogue.ts";

type WorkerDeps = ComposeDeps &
  Omit<FeedPolling, "onNews"> &
  Omit<Clustering, "onAlert"> &
  AlertDeps &
  SpeakingAhead & { catalogue: Catalogue; logger: Logger };

/** Longer than the scripts and the voices of an alert may take. Milliseconds. */
const alertLeaseMs = 60_000;

/**
 * All workers. Each worker wakes the next one, so the periods matter only after a crash.
 *
 * | worker          | period                       | claims                            | lease                    |
 * | --------------- | ---------------------------- | --------------------------------- | ------------------------ |
 * | sync-catalogue  | 60 s, built-in: 24 h         | nothing: safe to repeat           | none                     |
 * | poll-feeds      | when the next feed is due    | a host, up to 3 of its due feeds  | 120 s                    |
 * | cluster-stories | 30 s                         | all new items                     | "story-clustering", 30 s |
 * | compose-alerts  | 15 s                         | the oldest raised alert           | 60 s                     |
 * | compose-digests | 5 s                          | waiting requests, order by order  | 20 s, renewed            |
 * | speak-ahead     | 5 min                        | the orders of the next hour       | "speak-ahead", 180 s     |
 * | forget-again    | 10 min                       | people erased in the last hour    | none: safe to repeat     |
 *
 * @returns the workers, and `onRequested`, which wakes compose-digests
 */
export function contentWorkers(deps: WorkerDeps): { workers: Worker[]; onRequested: () => void } {
  const { catalogue, feeds, logger } = deps;
  const composing = composeDigests(deps);
  const alerting = ticker({
    name: "compose-alerts",
    everyMs: 15_000,
    logger,
    run: async () => {
      const alert = await deps.alerts.claim(alertLeaseMs, new Date());
      if (alert === null) return;
      await composeAlert(alert, deps);
      return "again";
    },
  });
  const known = new RecentStories();
  const prepared = new Map<string, boolean>();
  const clustering = ticker({
    name: "cluster-stories",
    everyMs: 30_000,
    logger,
    run: () => clusterStories({ ...deps, onAlert: alerting.wake }, new Date(), known),
  });
  const polling = pollFeeds({ ...deps, onNews: clustering.wake });
  return {
    workers: [
      syncCatalogue(catalogue, feeds, logger, polling.wake),
      polling,
      clustering,
      alerting,
      composing,
      ticker({
        name: "speak-ahead",
        everyMs: 5 * 60_000,
        logger,
        run: (signal) => speakAhead(deps, signal, prepared),
      }),
    ],
    onRequested: composing.wake,
  };
}
