import { setImmediate as pause } from "node:timers/promises";
import type { CategorySlug } from "@matinale/contracts";
import type { Edition } from "@matinale/newsroom";
import { StoryIndex } from "@matinale/newsroom/clustering";
import type { Item } from "../domain/news.ts";
import type { SourceArticle, StoryStore } from "../store/stories.ts";

const hour = 60 * 60 * 1000;
/** New articles are compared with stories of this many hours. */
const recentHours = 48;
/** Stories that another process wrote this long before the last reading are read again: its clock may be behind. */
const overlapMs = 10 * 60 * 1000;
/** Articles read before the event loop runs other work. */
const perTurn = 50;

export type RecentStory = {
  id: string;
  category: CategorySlug;
  countries: Set<Edition>;
  articles: SourceArticle[];
};

/** Recent stories in memory. Before each round it reads the stories that changed since the last one; rebuilt every hour. */
export class RecentStories {
  #index = new StoryIndex();
  /** Story ids by item id. */
  #items = new Map<string, string>();
  #stories = new Map<string, RecentStory>();
  #builtAt = 0;
  #readAt = 0;

  get index(): StoryIndex {
    return this.#index;
  }

  async refresh(stories: Pick<StoryStore, "recent">, now: Date): Promise<void> {
    if (now.getTime() - this.#builtAt > hour) {
      this.#readAt = 0;
      this.#index = new StoryIndex();
      this.#items = new Map();
      this.#stories = new Map();
      this.#builtAt = now.getTime();
    }
    let read = 0;
    const since = new Date(Math.max(now.getTime() - recentHours * hour, this.#readAt - overlapMs));
    for (const story of await stories.recent(since)) {
      for (const article of story.sources) {
        this.add(story._id, article, story);
        read += 1;
        if (read % perTurn === 0) await pause();
      }
    }
    this.#readAt = now.getTime();
  }

  /** Reads all stories again at the next refresh: a failed round added articles that were not stored. */
  invalidate(): void {
    this.#builtAt = 0;
  }

  /** Adds an article of a story; a known one changes nothing. */
  add(
    storyId: string,
    article: SourceArticle,
    { category, countries }: { category: CategorySlug; countries: readonly Edition[] },
  ): void {
    if (this.#items.has(article.itemId)) return;
    this.#index.add(storyId, article);
    this.#items.set(article.itemId, storyId);
    const known = this.#stories.get(storyId);
    const story = known ?? { id: storyId, category, countries: new Set(), articles: [] };
    story.articles.push(article);
    for (const country of countries) story.countries.add(country);
    this.#stories.set(storyId, story);
  }

  match(item: Item): string | null {
    // a known item: a process crashed after it wrote the story and before it marked the item
    return this.#items.get(item.id) ?? this.#index.match(item);
  }

  activeSince(since: Date): RecentStory[] {
    return [...this.#stories.values()].filter(({ articles }) =>
      articles.some(({ publishedAt }) => publishedAt >= since),
    );
  }

  among(ids: readonly string[]): RecentStory[] {
    return ids.flatMap((id) => this.#stories.get(id) ?? []);
  }
}
