import type { Terms } from "@matinale/newsroom";

export type FeedState = {
  _id: string;
  terms: Terms;
  /** Whether an operator switched the feed off; it stays off when the catalogue changes. */
  off?: boolean;
  failures: number;
  /** Why the last poll failed: a FeedFailure and a reason. Meaningless without failures. */
  lastFailure?: string;
  /** Missing until the feed has answered once. */
  readAt?: Date;
};

const hour = 3_600_000;

/** The state of a feed as one line for the operator. */
export function feedLine(
  { _id, terms, off, failures, lastFailure, readAt }: FeedState,
  now: Date,
): string {
  const read =
    readAt === undefined
      ? "never read"
      : `read ${Math.max(0, Math.round((now.getTime() - readAt.getTime()) / hour))} h ago`;
  const failed = failures === 0 ? "" : `, failed ${failures} times: ${lastFailure ?? "unknown"}`;
  return `${(off === true ? "off" : failures > 0 ? "fail" : "ok").padEnd(4)}  ${_id.padEnd(44)} ${read}, ${terms}${failed}`;
}
