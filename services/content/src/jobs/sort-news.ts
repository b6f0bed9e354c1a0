import { languages, type Language } from "@matinale/contracts";
import { counter, ticker, type Logger, type Worker } from "@matinale/kit";
import { StoryIndex } from "../domain/clustering.ts";
import { storyKey } from "../domain/content-keys.ts";
import type { Item } from "../domain/news.ts";
import type { StoryStore } from "../store/stories.ts";

const sortedItems = counter("content_items_sorted_total");

const everyMs = 2_000;
const leaseMs = 30_000;
const batch = 300;
const hour = 60 * 60 * 1000;
/** An event is reported again for this long. */
const recentHours = 48;

/** Sorts the new items of one language into stories. Repeated after a crash, it comes to the same. */
export async function sortNews(
  stories: StoryStore,
  language: Language,
  now: Date,
): Promise<void | "again"> {
  const waiting = await stories.unsorted(language, 1);
  if (waiting.length === 0) return;
  const desk = await stories.claimDesk(language, leaseMs, now);
  if (desk === null) return;
  try {
    const items = await stories.unsorted(language, batch);
    const known = await stories.recent(language, new Date(now.getTime() - recentHours * hour));
    const index = new StoryIndex(language);
    const byUrl = new Map<string, string>();
    for (const story of known) {
      for (const source of story.sources) {
        index.add(story.id, source);
        byUrl.set(source.url, story.id);
      }
    }
    const sorted: { item: Item; storyId: string }[] = [];
    for (const item of items) {
      const match = byUrl.get(item.url) ?? index.match(item);
      const storyId = match ?? storyKey(item.id);
      sorted.push({ item, storyId });
      index.add(storyId, item);
      byUrl.set(item.url, storyId);
      sortedItems.inc({ language, became: match === null ? "story" : "source" });
    }
    await stories.sort(sorted, new Date());
    if (items.length === batch) return "again";
  } finally {
    await stories.releaseDesk(desk);
  }
}

export const newsSorting = (stories: StoryStore, logger: Logger): Worker & { nudge(): void } =>
  ticker({
    name: "sort-news",
    everyMs,
    logger,
    run: async () => {
      const rounds = await Promise.all(
        languages.map((language) => sortNews(stories, language, new Date())),
      );
      if (rounds.includes("again")) return "again";
    },
  });
