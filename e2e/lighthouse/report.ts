import type { Result } from "lighthouse";

/** The values of one Lighthouse run that have a limit. */
export interface Measurement {
  /** 0 to 100. */
  scores: Record<Category, number>;
  largestContentfulPaintMs: number;
  cumulativeLayoutShift: number;
  /** Fetched before the page requests its scripts, so before the first paint. */
  beforeScripts: { requests: number; bytes: number };
}

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof categories)[number];

const minScore = 99;
const minPerformance = 98;
const maxLargestContentfulPaintMs = 1600;
const maxShift = 0.01;
/** Page, two typefaces, the first script, the icon. */
const maxRequestsBeforeScripts = 5;
const maxBytesBeforeScripts = 88 * 1024;

/** True when Chromium's trace is incomplete. That says nothing about the page. */
export const isTraceLost = ({ runtimeError }: Result): boolean =>
  ["NO_NAVSTART", "NO_TRACING_STARTED", "PROTOCOL_TIMEOUT"].includes(runtimeError?.code ?? "");

/** @throws Error  when the page did not load or the report lacks a value */
export function readReport(lhr: Result): Measurement {
  if (lhr.runtimeError) throw new Error(`${lhr.requestedUrl}: ${lhr.runtimeError.message}`);
  const number = (id: string): number => {
    const value = lhr.audits[id]?.numericValue;
    if (value === undefined) throw new Error(`${lhr.requestedUrl}: the report has no ${id}`);
    return value;
  };
  const score = (category: Category): number => {
    const value = lhr.categories[category]?.score;
    if (typeof value !== "number") throw new Error(`${lhr.requestedUrl}: no ${category} score`);
    return Math.round(value * 100);
  };
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    largestContentfulPaintMs: number("largest-contentful-paint"),
    cumulativeLayoutShift: number("cumulative-layout-shift"),
    beforeScripts: beforeScripts(lhr),
  };
}

function beforeScripts(lhr: Result): Measurement["beforeScripts"] {
  const { details } = lhr.audits["network-requests"] ?? {};
  const items = details?.type === "table" ? details.items : [];
  // Only complete browsers request the icon of the tab, after the page, at any time.
  const requests = items.filter(({ url }) => !String(url).endsWith("/mark.svg"));
  // The loader script, which requests the others, is part of the page.
  const first = requests.findIndex(({ url }) =>
    /\/assets\/(?!entry\.loader-).*\.js$/.test(String(url)),
  );
  if (first < 0) throw new Error(`${lhr.requestedUrl}: the page requested no scripts`);
  const early = requests.slice(0, first);
  const bytes = early.reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
  return { requests: early.length, bytes };
}

/** Problems that do not depend on the speed of the machine. */
export function problemsOf({ scores, cumulativeLayoutShift, beforeScripts: early }: Measurement) {
  return [
    ...categories
      .filter((category) => category !== "performance")
      .flatMap((category) => tooLow(category, scores[category])),
    ...tooHigh("layout shift", cumulativeLayoutShift, maxShift),
    ...tooHigh("requests before the scripts", early.requests, maxRequestsBeforeScripts),
    ...tooHigh("bytes before the scripts", early.bytes, maxBytesBeforeScripts),
  ];
}

/** Problems of the timings: medians of several runs on a machine that does nothing else. */
export function timingProblems(measurements: readonly Measurement[]): string[] {
  const median = (value: (measurement: Measurement) => number): number => {
    const sorted = measurements.map(value).toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    if (middle === undefined) throw new Error("no measurement, no median");
    return middle;
  };
  return [
    ...tooLow(
      "performance",
      median(({ scores }) => scores.performance),
      minPerformance,
    ),
    ...tooHigh(
      "largest contentful paint in ms",
      median(({ largestContentfulPaintMs }) => largestContentfulPaintMs),
      maxLargestContentfulPaintMs,
    ),
  ];
}

const tooLow = (name: string, value: number, min = minScore): string[] =>
  value >= min ? [] : [`${name} is ${value}, at least ${min} is required`];

const tooHigh = (name: string, value: number, max: number): string[] =>
  value <= max ? [] : [`${name}: ${Number(value.toFixed(4))}, at most ${max} is allowed`];
