import { registry } from "@matinale/kit";
import { expect, test, vi } from "vitest";
import type { FeedStore } from "../store/feeds.ts";
import { showFeedHealth } from "./feed-health.ts";

test("reads the states of the feeds once for each scrape", async () => {
  const states = vi.fn<FeedStore["states"]>(async () => [
    { _id: "a", terms: "headline", failures: 1 },
  ]);
  showFeedHealth({ states });
  await registry.metrics();
  expect(await registry.metrics()).toContain("content_feeds_failing 1");
  expect(states).toHaveBeenCalledTimes(2);
});
