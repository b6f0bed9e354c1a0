import type { Entry } from "../../domain/feeds/feed-entry.ts";
import { FeedError, type FeedDocument, type FeedParser } from "../../domain/feeds/feed-reading.ts";
import { workProcesses } from "../work-processes/work-processes.ts";

/** Milliseconds to take a feed apart, a process's start on a busy machine included; the largest honest ones take 100. */
const usualDeadline = 20_000;
/** One feed that keeps its process to the end leaves the other to the rest. */
const most = 2;
const idleMs = 5_000;

/** Takes feeds apart in processes of their own, of which one is ended when a feed keeps it too long. */
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
