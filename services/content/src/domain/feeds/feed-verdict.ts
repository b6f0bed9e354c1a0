import { countries, languages } from "@matinale/contracts";
import { dateOf, type Entry } from "./feed-entry.ts";
import type { Feed } from "../news.ts";

/** The result of a check of one feed. `found`: its entries, or why it is dead. */
export type FeedVerdict = { feed: Feed; movedTo: string | null; isAlive: boolean; found: string };

const hour = 3_600_000;
/** A feed without a new entry for this long is considered abandoned by its outlet. */
const staleHours = 14 * 24;
/** Tolerated share of dead feeds. */
const maxDead = 0.1;

/**
 * Whether a feed is of use: it could be read, and its newest dated entry is at most 14 days old. A feed whose entries have
 * no dates is alive.
 *
 * @param entries  of the feed, in any order
 */
export function verdictOn(
  feed: Feed,
  entries: readonly Entry[],
  { movedTo, now }: { movedTo: string | null; now: Date },
): FeedVerdict {
  const dates = entries.flatMap((entry) => dateOf(entry, feed)?.getTime() ?? []);
  // an entry may be dated in the future
  const hours = Math.max(0, Math.round((now.getTime() - Math.max(...dates)) / hour));
  const days = Math.round(hours / 24);
  if (dates.length > 0 && hours > staleHours) {
    return { feed, movedTo, isAlive: false, found: `stale: nothing for ${days} days` };
  }
  const age = hours < 48 ? `newest ${hours} h ago` : `newest ${days} days ago`;
  const newest = dates.length === 0 ? "undated" : age;
  return { feed, movedTo, isAlive: true, found: `${entries.length} entries, ${newest}` };
}

/** Complaints about the whole catalogue; empty when it can be used. */
export function complaints(verdicts: readonly FeedVerdict[]): string[] {
  const found: string[] = [];
  const dead = verdicts.filter(({ isAlive }) => !isAlive).length;
  if (dead > maxDead * verdicts.length) {
    found.push(`${dead} of ${verdicts.length} feeds are dead, more than ${maxDead * 100} %`);
  }
  const living = verdicts.filter(({ isAlive }) => isAlive).map(({ feed }) => feed);
  for (const language of languages) {
    const inLanguage = living.filter((feed) => feed.language === language);
    const abroad = inLanguage.some(({ country }) => country === "international");
    const without = countries.filter(
      ({ code }) => !abroad && !inLanguage.some(({ country }) => country === code),
    );
    if (without.length > 0) {
      const names = without.map(({ code }) => code).join(", ");
      found.push(`nothing is alive in ${language} for ${names}`);
    }
  }
  return found;
}

/** The verdict as one line of the command's output. */
export function verdictLine({ feed, movedTo, isAlive, found }: FeedVerdict): string {
  const { id, url, terms, confirmed } = feed;
  const listed =
    confirmed === undefined
      ? ""
      : `, ${confirmed === null ? "in no public list" : `in ${confirmed}`}`;
  const moved = movedTo === null ? "" : `, moved to ${movedTo}`;
  const address = isAlive ? "" : ` (${url})`;
  return `${isAlive ? "ok  " : "dead"}  ${id.padEnd(44)} ${found}${address}, ${terms}${listed}${moved}`;
}
