import { CYCLE, type Feed, type FeedStory, feeds } from "./outlets.ts";

export interface Published extends FeedStory {
  /** Unique for each time that the story is published. */
  guid: string;
  /** Epoch milliseconds, a whole minute. */
  at: number;
}

/**
 * What a feed shows at an instant, newest first. Each story has a fixed phase in a rolling cycle:
 * feeds are always fresh, the same for every reader, and change only when a story appears.
 */
export const edition = ({ stories }: Feed, now: number): Published[] =>
  stories
    .map((story) => published(story, Math.floor((now - story.phase) / CYCLE)))
    .toSorted((a, b) => b.at - a.at);

/** @param guid  from `edition`; guids of earlier cycles are found too, as in an archive */
export function findPublished(
  guid: string,
  now: number,
): { feed: Feed; story: Published } | undefined {
  const [, id, cycle] = /^(.+)-(\d+)$/.exec(guid) ?? [];
  for (const feed of feeds) {
    const found = feed.stories.find((each) => each.id === id);
    if (!found) continue;
    const story = published(found, Number(cycle));
    return story.at > now ? undefined : { feed, story };
  }
  return undefined;
}

const published = (story: FeedStory, cycle: number): Published => ({
  ...story,
  guid: `${story.id}-${cycle}`,
  at: story.phase + cycle * CYCLE,
});

/** Epoch milliseconds. */
export const newest = (stories: Published[]): number => stories[0]?.at ?? 0;
