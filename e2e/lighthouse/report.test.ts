import type { Result } from "lighthouse";
import { expect, test } from "vitest";
import { isTraceLost, problemsOf, readReport, timingProblems, type Measurement } from "./report.ts";

const good: Measurement = {
  scores: { performance: 98, accessibility: 100, "best-practices": 100, seo: 99 },
  largestContentfulPaintMs: 1600,
  cumulativeLayoutShift: 0.01,
  beforeScripts: { requests: 5, bytes: 80_000 },
};

test("finds no problem when every value is at its limit", () => {
  expect(problemsOf(good)).toEqual([]);
  expect(timingProblems([good])).toEqual([]);
});

test("names each value that is beyond its limit", () => {
  const bad: Measurement = {
    scores: { performance: 97, accessibility: 98, "best-practices": 90, seo: 0 },
    largestContentfulPaintMs: 1601,
    cumulativeLayoutShift: 0.011,
    beforeScripts: { requests: 6, bytes: 100_000 },
  };
  expect(problemsOf(bad)).toEqual([
    "accessibility is 98, at least 99 is required",
    "best-practices is 90, at least 99 is required",
    "seo is 0, at least 99 is required",
    "layout shift: 0.011, at most 0.01 is allowed",
    "requests before the scripts: 6, at most 5 is allowed",
    "bytes before the scripts: 100000, at most 90112 is allowed",
  ]);
  expect(timingProblems([bad])).toEqual([
    "performance is 97, at least 98 is required",
    "largest contentful paint in ms: 1601, at most 1600 is allowed",
  ]);
});

test("compares the median of the timings with the limits", () => {
  const slow = { ...good, largestContentfulPaintMs: 4_000 };
  expect(timingProblems([slow, good, good])).toEqual([]);
  expect(timingProblems([slow, good, slow])).toHaveLength(1);
  expect(() => timingProblems([])).toThrow("no measurement");
});

/** A report with only the fields that are read. */
const report = (change: object = {}): Result => {
  const requests = [
    "/",
    "/assets/a.woff2",
    "/assets/entry.loader-1.js",
    "/mark.svg",
    "/assets/frame-1.js",
  ];
  const lhr: object = {
    requestedUrl: "http://site/",
    categories: Object.fromEntries(
      Object.keys(good.scores).map((name) => [name, { score: 0.994 }]),
    ),
    audits: {
      "largest-contentful-paint": { numericValue: 1234 },
      "cumulative-layout-shift": { numericValue: 0 },
      "network-requests": {
        details: { type: "table", items: requests.map((url) => ({ url, transferSize: 10 })) },
      },
    },
    ...change,
  };
  return lhr as Result;
};

test("reads scores, timings and early requests from a report", () => {
  expect(readReport(report())).toEqual({
    scores: { performance: 99, accessibility: 99, "best-practices": 99, seo: 99 },
    largestContentfulPaintMs: 1234,
    cumulativeLayoutShift: 0,
    beforeScripts: { requests: 3, bytes: 30 },
  });
});

test.each([
  ["of a page that did not load", { runtimeError: { message: "Status code: 404" } }, "404"],
  ["without a category", { categories: {} }, "no performance score"],
  ["without a time", { audits: {} }, "no largest-contentful-paint"],
])("rejects a report %s", (_name, change, message) => {
  expect(() => readReport(report(change))).toThrow(message);
});

test("distinguishes a lost trace from a page that does not load", () => {
  expect(isTraceLost(report({ runtimeError: { code: "NO_NAVSTART" } }))).toBe(true);
  expect(isTraceLost(report({ runtimeError: { code: "ERRORED_DOCUMENT_REQUEST" } }))).toBe(false);
  expect(isTraceLost(report())).toBe(false);
});
