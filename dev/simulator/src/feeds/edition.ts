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
 * feeds are always fresh, the same for everybody, and change only when a story appears.
 */
export function edition(feed: Feed, now: number): Published[] {
  const stories = storiesOf(feed);
  return stories
    .map((story, index) => published(story, phase(feed, story, index, stories.length), now))
    .toSorted((a, b) => b.at - a.at);
}

/** @param guid  as `edition` gave it; older ones are still found, as in an archive */
export function findPublished(
  guid: string,
  now: number,
): { feed: Feed; story: Published } | undefined {
  const [, id, cycle] = /^(.+)-(\d+)$/.exec(guid) ?? [];
  for (const feed of feeds) {
    const story = edition(feed, now).find((one) => one.id === id);
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

/** Evenly spread, with some disorder; a story told after another outlet comes soon after it. */
function phase(feed: Feed, story: FeedStory, index: number, count: number): number {
  const lead = feeds.find(
    ({ language, category, prints }) =>
      language === feed.language && category === feed.category && prints === "first",
  );
  if (story.tells !== undefined && lead && lead !== feed) {
    const leading = storiesOf(lead);
    const told = leading.findIndex(({ id }) => id === story.tells);
    const original = leading[told];
    if (original) {
      return phase(lead, original, told, leading.length) + (20 + share(story.id, 70)) * MINUTE;
    }
  }
  const step = CYCLE / count;
  const disorder = share(story.id, Math.floor((step / MINUTE) * 0.6));
  return share(feed.id, CYCLE / MINUTE) * MINUTE + index * step + disorder * MINUTE;
}

/** A whole number below `below`, always the same for the same name. */
function share(name: string, below: number): number {
  return createHash("sha256").update(name).digest().readUInt32BE() % below;
}
