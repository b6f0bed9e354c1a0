import { countries, languages } from "@matinale/contracts";
import { dateOf, type Entry } from "./feed-entry.ts";
import type { FeedFailure } from "./feed-reading.ts";
import type { Feed } from "../news.ts";

/** The result of a check of one feed. */
export type FeedVerdict = { feed: Feed; movedTo: string | null } & (
  | { alive: true; entries: number; newestHours: number | null }
  | { alive: false; why: FeedFailure | "stale"; detail: string }
);

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
 * @returns `newestHours` is the age of the newest dated entry in hours; negative for an entry dated in the future
 */
export function verdictOn(
  feed: Feed,
  entries: readonly Entry[],
  { movedTo, now }: { movedTo: string | null; now: Date },
): FeedVerdict {
  const dates = entries.flatMap((entry) => dateOf(entry, feed)?.getTime() ?? []);
  const newestHours = dates.length === 0 ? null : (now.getTime() - Math.max(...dates)) / hour;
  if (newestHours !== null && newestHours > staleHours) {
    const detail = `nothing for ${Math.round(newestHours / 24)} days`;
    return { feed, movedTo, alive: false, why: "stale", detail };
  }
  return { feed, movedTo, alive: true, entries: entries.length, newestHours };
}

/** Complaints about the whole catalogue; empty when it can be used. */
export function complaints(verdicts: readonly FeedVerdict[]): string[] {
  const found: string[] = [];
  const dead = verdicts.filter(({ alive }) => !alive).length;
  if (dead > maxDead * verdicts.length) {
    found.push(`${dead} of ${verdicts.length} feeds are dead, more than ${maxDead * 100} %`);
  }
  const living = verdicts.filter(({ alive }) => alive).map(({ feed }) => feed);
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

const age = (hours: number | null): string => {
  if (hours === null) return "undated";
  return hours < 48
    ? `newest ${Math.max(0, Math.round(hours))} h ago`
    : `newest ${Math.round(hours / 24)} days ago`;
};

/** The verdict as one line of the command's output. */
export function verdictLine(verdict: FeedVerdict): string {
  const { feed, movedTo } = verdict;
  const moved = movedTo === null ? "" : `, moved to ${movedTo}`;
  const confirmed =
    feed.confirmed === undefined
      ? ""
      : `, ${feed.confirmed === null ? "in no public list" : `in ${feed.confirmed}`}`;
  const found = verdict.alive
    ? `${verdict.entries} entries, ${age(verdict.newestHours)}`
    : `${verdict.why}: ${verdict.detail} (${feed.url})`;
  return `${verdict.alive ? "ok  " : "dead"}  ${feed.id.padEnd(44)} ${found}, ${feed.terms}${confirmed}${moved}`;
}
