import pLimit from "p-limit";
import { FeedError, type FeedParser, type FeedReader } from "../domain/feeds/feed-reading.ts";
import { verdictOn, type FeedVerdict } from "../domain/feeds/feed-verdict.ts";
import type { Feed } from "../domain/news.ts";

const hostsAtOnce = 8;

/** Reads every feed as the service does, one feed of a host at a time, and reports a verdict on each. */
export async function checkFeeds(
  feeds: readonly Feed[],
  { reader, parser }: { reader: FeedReader; parser: FeedParser },
  onVerdict: (verdict: FeedVerdict) => void,
): Promise<FeedVerdict[]> {
  const signal = new AbortController().signal;

  async function check(feed: Feed): Promise<FeedVerdict> {
    try {
      const reading = await reader.read(feed.url, {}, signal);
      if (reading.outcome === "unchanged") {
        throw new FeedError("status", "HTTP 304 to an unconditional request");
      }
      const entries = await parser.parse(reading.document);
      return verdictOn(feed, entries, { movedTo: reading.movedTo, now: new Date() });
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      const found = `${error.failure}: ${error.message}`;
      return { feed, movedTo: null, isAlive: false, found };
    }
  }

  const turn = pLimit(hostsAtOnce);
  const hosts = Map.groupBy(feeds, ({ url }) => new URL(url).host);
  const found = await Promise.all(
    [...hosts.values()].map((ofHost) =>
      turn(async () => {
        const verdicts: FeedVerdict[] = [];
        for (const feed of ofHost) {
          const verdict = await check(feed);
          onVerdict(verdict);
          verdicts.push(verdict);
        }
        return verdicts;
      }),
    ),
  );
  return found.flat();
}
