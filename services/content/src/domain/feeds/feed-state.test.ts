import { expect, test } from "vitest";
import { feedLine } from "./feed-state.ts";

const now = new Date("2026-11-21T08:00:00Z");
const feed = {
  _id: "le-monde",
  terms: "headline",
  failures: 0,
  readAt: new Date("2026-11-21T06:00:00Z"),
} as const;

test("says in one line how a feed is", () => {
  expect(feedLine(feed, now)).toMatch(/^ok {4}le-monde +read 2 h ago, headline$/u);
  const { readAt: _readAt, ...unread } = feed;
  expect(feedLine({ ...unread, off: true }, now)).toMatch(/^off {3}le-monde +never read/u);
  const failing = { ...feed, failures: 3, lastFailure: "not_a_feed: a web page, not a feed" };
  expect(feedLine(failing, now)).toMatch(
    /^fail {2}.*failed 3 times: not_a_feed: a web page, not a feed$/u,
  );
});
