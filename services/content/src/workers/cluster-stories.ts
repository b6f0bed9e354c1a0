import { setImmediate as pause } from "node:timers/promises";
import { counter, ticker, type Logger, type NextRound, type Worker } from "@matinale/kit";
import { StoryIndex } from "../domain/clustering/clustering.ts";
import { storyKey } from "../domain/content-keys.ts";
import type { Item } from "../domain/news.ts";
import type { StoryStore, Told } from "../store/stories.ts";

const sortedItems = counter("content_items_sorted_total");

/** News wake us: rounds are for what a crash has left. */
const everyMs = 30_000;
/** Somebody else is sorting, and may not have seen what is ours. */
const deskTakenMs = 2_000;
const leaseMs = 30_000;
const batch = 300;
const hour = 60 * 60 * 1000;
/** An event is reported again for this long. */
const recentHours = 48;
/** Tellings read between two breaths of the event loop. */
const atOnce = 50;

/** The recent news as it was last read. What others sorted since then is added; old news is dropped now and then. */
class KnownNews {
  #index = new StoryIndex();
  /** Story by item. */
  #items = new Map<string, string>();
  #begunAt = 0;

  async refresh(stories: StoryStore, now: Date): Promise<void> {
    if (now.getTime() - this.#begunAt > hour) {
      this.#index = new StoryIndex();
      this.#items = new Map();
      this.#begunAt = now.getTime();
    }
    let read = 0;
    const since = new Date(now.getTime() - recentHours * hour);
    for (const { storyId, tellings } of await stories.recent(since)) {
      for (const telling of tellings) {
        if (this.#items.has(telling.itemId)) continue;
        this.add(storyId, telling);
        read += 1;
        if (read % atOnce === 0) await pause();
      }
    }
  }

  add(storyId: string, telling: Told): void {
    this.#index.add(storyId, telling);
    this.#items.set(telling.itemId, storyId);
  }

  match(item: Item): string | null {
    // sorted before a crash that left the item waiting
    return this.#items.get(item.id) ?? this.#index.match(item);
  }
}

/** Sorts new items into stories. Repeated after a crash, it comes to the same. */
export async function sortNews(
  stories: StoryStore,
  now: Date,
  known = new KnownNews(),
): Promise<NextRound> {
  const waiting = await stories.unsorted(1);
  if (waiting.length === 0) return;
  const desk = await stories.claimDesk(leaseMs, now);
  if (desk === null) return deskTakenMs;
  try {
    const items = await stories.unsorted(batch);
    await known.refresh(stories, now);
    const sorted: { item: Item; storyId: string }[] = [];
    for (const [position, item] of items.entries()) {
      const match = known.match(item);
      const storyId = match ?? storyKey(item.id);
      sorted.push({ item, storyId });
      known.add(storyId, { ...item, itemId: item.id });
      sortedItems.inc({ language: item.language, became: match === null ? "story" : "source" });
      if (position % atOnce === atOnce - 1) await pause();
    }
    await stories.sort(sorted);
    if (items.length === batch) return "again";
  } finally {
    await stories.releaseDesk(desk);
  }
}

export function newsSorting(stories: StoryStore, logger: Logger): Worker & { nudge(): void } {
  const known = new KnownNews();
  return ticker({
    name: "sort-news",
    everyMs,
    logger,
    run: () => sortNews(stories, new Date(), known),
  });
}
