import { createHash } from "node:crypto";
import { type Feed, type FeedStory, feeds, storiesOf } from "./outlets.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Every story comes back after this time, as a new one. */
const CYCLE = 40 * HOUR;

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
export function edition(feed: Feed, now: number): Published[] {
  const stories = storiesOf(feed);
  return stories
    .map((story, index) => published(story, phase(feed, story, index, stories.length), now))
    .toSorted((a, b) => b.at - a.at);
}

/** @param guid  from `edition`; guids of earlier cycles are found too, as in an archive */
export function findPublished(
  guid: string,
  now: number,
): { feed: Feed; story: Published } | undefined {
  const [, id, cycle] = /^(.+)-(\d+)$/.exec(guid) ?? [];
  for (const feed of feeds) {
    const story = edition(feed, now).find((each) => each.id === id);
    if (!story || cycle === undefined) continue;
    const current = Number(/\d+$/.exec(story.guid)?.[0]);
    const at = story.at - (current - Number(cycle)) * CYCLE;
    return at > now ? undefined : { feed, story: { ...story, guid, at } };
  }
  return undefined;
}

function published(story: FeedStory, phaseMs: number, now: number): Published {
  const cycle = Math.floor((now - phaseMs) / CYCLE);
  return { ...story, guid: `${story.id}-${cycle}`, at: phaseMs + cycle * CYCLE };
}

/** Spreads stories evenly, with some jitter. The second outlet's story follows the first's within 90 minutes. */
function phase(feed: Feed, story: FeedStory, index: number, count: number): number {
  const lead = feeds.find(
    ({ language, category, prints }) =>
      language === feed.language && category === feed.category && prints === "first",
  );
  if (story.sameEventAs !== undefined && lead && lead !== feed) {
    const leadStories = storiesOf(lead);
    const position = leadStories.findIndex(({ id }) => id === story.sameEventAs);
    const original = leadStories[position];
    if (original) {
      const delay = (20 + hashBelow(story.id, 70)) * MINUTE;
      return phase(lead, original, position, leadStories.length) + delay;
    }
  }
  const step = CYCLE / count;
  const jitter = hashBelow(story.id, Math.floor((step / MINUTE) * 0.6));
  return hashBelow(feed.id, CYCLE / MINUTE) * MINUTE + index * step + jitter * MINUTE;
}

/** Epoch milliseconds. */
export const newest = (stories: Published[]): number => stories[0]?.at ?? 0;

/** A whole number below `below`, derived from a hash of the name. */
function hashBelow(name: string, below: number): number {
  return createHash("sha256").update(name).digest().readUInt32BE() % below;
}
