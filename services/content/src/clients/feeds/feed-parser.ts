import { extname } from "node:path";
import { FeedError, type FeedDocument, type FeedParser } from "../../domain/feeds/feed-reading.ts";
import { workProcesses } from "../work-processes.ts";
import type { ParsedFeed } from "./parse-feed.ts";

/** For one feed, with the start of a process on a busy machine. The largest real feeds take 100 ms. */
const defaultDeadlineMs = 20_000;
/** Two processes: while one feed uses up its deadline, the other process parses the rest. */
const maxProcesses = 2;
const idleMs = 5_000;

/** Parses feeds in work processes. A process that exceeds the deadline is killed. */
export function createFeedParser(
  deadlineMs = defaultDeadlineMs,
): FeedParser & { close(): Promise<void> } {
  const { href } = new URL(`parse-feed${extname(import.meta.filename)}`, import.meta.url);
  const options = { maxProcesses, deadlineMs, idleMs };
  const { run, close } = workProcesses<FeedDocument, ParsedFeed>(href, options);
  return {
    async parse(document) {
      const parsed = await run(document).catch((cause: unknown) => {
        throw new FeedError("not_a_feed", "the document cannot be parsed", { cause });
      });
      if ("unreadable" in parsed) throw new FeedError("not_a_feed", parsed.unreadable);
      return parsed.entries;
    },
    close,
  };
}
