import type { Result } from "lighthouse";
import { expect, test } from "vitest";
import { isLost, problemsOf, problemsOfTimes, readVisit, type Visit } from "./judge.ts";

const good: Visit = {
  scores: { performance: 99, accessibility: 100, "best-practices": 100, seo: 99 },
  largestContentfulPaintMs: 1500,
  totalBlockingTimeMs: 50,
  cumulativeLayoutShift: 0.01,
  beforeScripts: { requests: 5, bytes: 80_000 },
};

test("what reaches every limit is good enough", () => {
  expect(problemsOf(good)).toEqual([]);
  expect(problemsOfTimes([good])).toEqual([]);
});

test("everything beyond a limit is told by its name", () => {
  const bad: Visit = {
    scores: { performance: 98, accessibility: 98, "best-practices": 90, seo: 0 },
    largestContentfulPaintMs: 1501,
    totalBlockingTimeMs: 51,
    cumulativeLayoutShift: 0.011,
    beforeScripts: { requests: 6, bytes: 100_000 },
  };
  expect(problemsOf(bad)).toEqual([
    "accessibility is 98, at least 99 is asked",
    "best-practices is 90, at least 99 is asked",
    "seo is 0, at least 99 is asked",
    "layout shift: 0.011, at most 0.01 is allowed",
    "requests before the scripts: 6, at most 5 is allowed",
    "bytes before the scripts: 100000, at most 90112 is allowed",
  ]);
  expect(problemsOfTimes([bad])).toEqual([
    "performance is 98, at least 99 is asked",
    "largest contentful paint in ms: 1501, at most 1500 is allowed",
    "total blocking time in ms: 51, at most 50 is allowed",
  ]);
});

test("times are judged by their median", () => {
  const slow = { ...good, totalBlockingTimeMs: 400 };
  expect(problemsOfTimes([slow, good, good])).toEqual([]);
  expect(problemsOfTimes([slow, good, slow])).toHaveLength(1);
  expect(() => problemsOfTimes([])).toThrow("no visit");
});

/** As much of a report as is read. */
const report = (change: object = {}): Result => {
  const requests = ["/", "/assets/a.woff2", "/assets/start-1.js", "/assets/frame-1.js"];
  const lhr: object = {
    requestedUrl: "http://site/",
    categories: Object.fromEntries(
      Object.keys(good.scores).map((name) => [name, { score: 0.994 }]),
    ),
    audits: {
      "largest-contentful-paint": { numericValue: 1234 },
      "total-blocking-time": { numericValue: 12 },
      "cumulative-layout-shift": { numericValue: 0 },
      "network-requests": {
        details: { type: "table", items: requests.map((url) => ({ url, transferSize: 10 })) },
      },
    },
    ...change,
  };
  return lhr as Result;
};

test("a report is read as far as it counts", () => {
  expect(readVisit(report())).toEqual({
    scores: { performance: 99, accessibility: 99, "best-practices": 99, seo: 99 },
    largestContentfulPaintMs: 1234,
    totalBlockingTimeMs: 12,
    cumulativeLayoutShift: 0,
    beforeScripts: { requests: 3, bytes: 30 },
  });
});

test.each([
  ["of a page that did not load", { runtimeError: { message: "Status code: 404" } }, "404"],
  ["without a category", { categories: {} }, "no score of performance"],
  ["without a time", { audits: {} }, "no largest-contentful-paint"],
])("a report %s is no report", (_name, change, message) => {
  expect(() => readVisit(report(change))).toThrow(message);
});

test("a lost recording is told from a page that does not load", () => {
  expect(isLost(report({ runtimeError: { code: "NO_NAVSTART" } }))).toBe(true);
  expect(isLost(report({ runtimeError: { code: "ERRORED_DOCUMENT_REQUEST" } }))).toBe(false);
  expect(isLost(report())).toBe(false);
});
