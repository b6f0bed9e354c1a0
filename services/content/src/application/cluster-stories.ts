import { setImmediate as pause } from "node:timers/promises";
import { counter, type NextRound } from "@matinale/kit";
import { StoryIndex } from "@matinale/newsroom/clustering";
import { storyKey } from "../domain/content-keys.ts";
import type { Item } from "../domain/news.ts";
import type { SourceArticle, StoryStore } from "../store/stories.ts";

const sortedItems = counter("content_items_sorted_total");

/** Another process holds the lease, and may not have read the newest items. */
const leaseTakenMs = 2_000;
const leaseMs = 30_000;
const batch = 300;
const hour = 60 * 60 * 1000;
/** An event is reported again for this long. */
const recentHours = 48;
/** Articles compared before the event loop gets a turn. */
const perTurn = 50;

/** Recent stories, kept in memory. Refreshed with what other processes clustered; rebuilt every hour. */
export class KnownNews {
  #index = new StoryIndex();
  /** Story by item. */
  #items = new Map<string, string>();
  #builtAt = 0;

  async refresh(stories: StoryStore, now: Date): Promise<void> {
    if (now.getTime() - this.#builtAt > hour) {
      this.#index = new StoryIndex();
      this.#items = new Map();
      this.#builtAt = now.getTime();
    }
    let read = 0;
    const since = new Date(now.getTime() - recentHours * hour);
    for (const { storyId, articles } of await stories.recent(since)) {
      for (const article of articles) {
        if (this.#items.has(article.itemId)) continue;
        this.add(storyId, article);
        read += 1;
        if (read % perTurn === 0) await pause();
      }
    }
  }

  add(storyId: string, article: SourceArticle): void {
    this.#index.add(storyId, article);
    this.#items.set(article.itemId, storyId);
  }

  match(item: Item): string | null {
    // the item was clustered by a process that crashed before it marked the item
    return this.#items.get(item.id) ?? this.#index.match(item);
  }
}

/** Assigns new items to stories, under the singleton lease. Repeated after a crash, it gives the same result. */
export async function clusterStories(
  stories: StoryStore,
  now: Date,
  known = new KnownNews(),
): Promise<NextRound> {
  const waiting = await stories.unclustered(1);
  if (waiting.length === 0) return;
  const lease = await stories.claimClustering(leaseMs, now);
  if (lease === null) return leaseTakenMs;
  try {
    const items = await stories.unclustered(batch);
    await known.refresh(stories, now);
    const assigned: { item: Item; storyId: string }[] = [];
    for (const [position, item] of items.entries()) {
      const match = known.match(item);
      const storyId = match ?? storyKey(item.id);
      assigned.push({ item, storyId });
      known.add(storyId, { ...item, itemId: item.id });
      sortedItems.inc({ language: item.language, became: match === null ? "story" : "source" });
      if (position % perTurn === perTurn - 1) await pause();
    }
    await stories.assign(assigned);
    if (items.length === batch) return "again";
  } finally {
    await stories.releaseClustering(lease);
  }
}
