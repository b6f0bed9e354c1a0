import { ticker, type Logger, type Worker } from "@matinale/kit";
import { clusterStories, KnownNews } from "../application/cluster-stories.ts";
import type { StoryStore } from "../store/stories.ts";

/** Polls wake the worker: rounds are for items that a crash has left. */
const everyMs = 30_000;

/** Assigns new items to stories. One process at a time, under the singleton lease "story-clustering". */
export function clusterStoriesWorker(
  stories: StoryStore,
  logger: Logger,
): Worker & { wake(): void } {
  const known = new KnownNews();
  return ticker({
    name: "cluster-stories",
    everyMs,
    logger,
    run: () => clusterStories(stories, new Date(), known),
  });
}
