import { expect, test } from "vitest";
import { progressOf } from "./wait-for-news.ts";

test("sums the items over all labels", () => {
  const metrics = `# TYPE content_feed_items_total counter
content_feed_items_total 288
content_items_sorted_total{language="fr",became="story"} 100
content_items_sorted_total{language="en",became="source"} 47
content_items_sorted_total_something 9
`;
  expect(progressOf(metrics)).toEqual({ read: 288, sorted: 147 });
});

test("counts nothing before the first poll", () => {
  expect(progressOf("")).toEqual({ read: 0, sorted: 0 });
});
