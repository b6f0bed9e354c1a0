import type { Entry } from "../../domain/feeds/feed-entry.ts";
import { FeedError, type FeedDocument, type FeedParser } from "../../domain/feeds/feed-reading.ts";
import { workProcesses } from "../work-processes/work-processes.ts";

/** Milliseconds to parse a feed, a process's start on a busy machine included; the largest real ones take 100. */
const usualDeadline = 20_000;
/** Two processes: while one feed uses up its deadline, the other parses the rest. */
const most = 2;
const idleMs = 5_000;

/** Parses feeds in processes of their own. A process that exceeds the deadline is ended. */
export function createFeedParser({ deadline = usualDeadline } = {}): FeedParser & {
  close(): Promise<void>;
} {
  const work = new URL("parse-feed.ts", import.meta.url);
  const processes = workProcesses<FeedDocument, Entry[]>(work, { most, deadline, idleMs });
  return {
    parse: (document) =>
      processes.run(document).catch((cause: unknown) => {
        throw new FeedError("not_a_feed", "could not be taken apart", { cause });
      }),
    close: processes.close,
  };
}
