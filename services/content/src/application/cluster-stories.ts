import { setImmediate as pause } from "node:timers/promises";
import { counter, type NextRound } from "@matinale/kit";
import { StoryIndex } from "@matinale/newsroom/clustering";
import { storyKey } from "../domain/content-keys.ts";
import type { Item } from "../domain/news.ts";
import type { Assignment, ItemStore } from "../store/items.ts";
import type { SingletonLeases } from "../store/singleton-leases.ts";
import type { SourceArticle, StoryStore } from "../store/stories.ts";

const clusteredItems = counter("content_items_sorted_total");

/** Milliseconds to the next attempt when another process holds the lease: it may have missed the newest items. */
const leaseTakenMs = 2_000;
/** One process at a time: two that cluster could make two stories of one event. */
const leaseName = "story-clustering";
const leaseMs = 30_000;
const batch = 300;
const hour = 60 * 60 * 1000;
/** New articles are compared with stories of this many hours. */
const recentHours = 48;
/** Articles compared before the event loop runs other work. */
const perTurn = 50;

/** Recent stories in memory. Before each round it reads the articles that other processes clustered; rebuilt every hour. */
export class RecentStories {
  #index = new StoryIndex();
  /** Story ids by item id. */
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
    // a known item: a process crashed after it wrote the story and before it marked the item
    return this.#items.get(item.id) ?? this.#index.match(item);
  }
}

export type ClusteringStores = { items: ItemStore; stories: StoryStore; leases: SingletonLeases };

/** Assigns new items to stories, under a singleton lease. Repeated after a crash, it gives the same result. */
export async function clusterStories(
  { items, stories, leases }: ClusteringStores,
  now: Date,
  known = new RecentStories(),
): Promise<NextRound> {
  const waiting = await items.unclustered(1);
  if (waiting.length === 0) return;
  const lease = await leases.claim(leaseName, leaseMs, now);
  if (lease === null) return leaseTakenMs;
  try {
    const unclustered = await items.unclustered(batch);
    await known.refresh(stories, now);
    const assigned: Assignment[] = [];
    for (const [position, item] of unclustered.entries()) {
      const match = known.match(item);
      const storyId = match ?? storyKey(item.id);
      assigned.push({ item, storyId });
      known.add(storyId, { ...item, itemId: item.id });
      clusteredItems.inc({ language: item.language, became: match === null ? "story" : "source" });
      if (position % perTurn === perTurn - 1) await pause();
    }
    await stories.assign(assigned);
    await items.markClustered(assigned);
    if (unclustered.length === batch) return "again";
  } finally {
    await leases.release(lease);
  }
}
