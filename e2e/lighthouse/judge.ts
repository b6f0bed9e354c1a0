import type { Result } from "lighthouse";

/** What counts of one visit of Lighthouse. */
export interface Visit {
  /** 0 to 100. */
  scores: Record<Category, number>;
  largestContentfulPaintMs: number;
  totalBlockingTimeMs: number;
  cumulativeLayoutShift: number;
  /** What the page fetches before it asks for its scripts, so before anything can be seen. */
  beforeScripts: { requests: number; bytes: number };
}

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof categories)[number];

const leastScore = 99;
const mostLargestContentfulPaintMs = 1500;
const mostBlockingMs = 50;
const mostShift = 0.01;
/** Page, two typefaces, the first script, the icon. */
const mostRequestsBeforeScripts = 5;
const mostBytesBeforeScripts = 88 * 1024;

/** Chromium's recording of the visit is not whole, which says nothing of the page. */
export const isLost = ({ runtimeError }: Result): boolean =>
  ["NO_NAVSTART", "NO_TRACING_STARTED", "PROTOCOL_TIMEOUT"].includes(runtimeError?.code ?? "");

/** @throws when the page did not load, or Lighthouse could not tell */
export function readVisit(lhr: Result): Visit {
  if (lhr.runtimeError) throw new Error(`${lhr.requestedUrl}: ${lhr.runtimeError.message}`);
  const number = (id: string): number => {
    const value = lhr.audits[id]?.numericValue;
    if (value === undefined) throw new Error(`${lhr.requestedUrl}: Lighthouse tells no ${id}`);
    return value;
  };
  const score = (category: Category): number => {
    const value = lhr.categories[category]?.score;
    if (typeof value !== "number") throw new Error(`${lhr.requestedUrl}: no score of ${category}`);
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
    totalBlockingTimeMs: number("total-blocking-time"),
    cumulativeLayoutShift: number("cumulative-layout-shift"),
    beforeScripts: beforeScripts(lhr),
  };
}

function beforeScripts(lhr: Result): Visit["beforeScripts"] {
  const { details } = lhr.audits["network-requests"] ?? {};
  const requests = details?.type === "table" ? details.items : [];
  // The one that asks for the others comes with the page.
  const first = requests.findIndex(({ url }) => /\/assets\/(?!start-).*\.js$/.test(String(url)));
  if (first < 0) throw new Error(`${lhr.requestedUrl}: the page asked for no scripts`);
  const early = requests.slice(0, first);
  const bytes = early.reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
  return { requests: early.length, bytes };
}

/** What is wrong with the page whatever the machine: none of it depends on how fast that is. */
export function problemsOf({ scores, cumulativeLayoutShift, beforeScripts: early }: Visit) {
  return [
    ...categories
      .filter((category) => category !== "performance")
      .flatMap((category) => tooLow(category, scores[category])),
    ...tooHigh("layout shift", cumulativeLayoutShift, mostShift),
    ...tooHigh("requests before the scripts", early.requests, mostRequestsBeforeScripts),
    ...tooHigh("bytes before the scripts", early.bytes, mostBytesBeforeScripts),
  ];
}

/** What is wrong with the times, by the median of some visits on a machine that does nothing else. */
export function problemsOfTimes(visits: readonly Visit[]): string[] {
  const median = (value: (visit: Visit) => number): number => {
    const sorted = visits.map(value).toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    if (middle === undefined) throw new Error("no visit, no median");
    return middle;
  };
  return [
    ...tooLow(
      "performance",
      median(({ scores }) => scores.performance),
    ),
    ...tooHigh(
      "largest contentful paint in ms",
      median(({ largestContentfulPaintMs }) => largestContentfulPaintMs),
      mostLargestContentfulPaintMs,
    ),
    ...tooHigh(
      "total blocking time in ms",
      median(({ totalBlockingTimeMs }) => totalBlockingTimeMs),
      mostBlockingMs,
    ),
  ];
}

const tooLow = (name: string, value: number): string[] =>
  value >= leastScore ? [] : [`${name} is ${value}, at least ${leastScore} is asked`];

const tooHigh = (name: string, value: number, most: number): string[] =>
  value <= most ? [] : [`${name}: ${Number(value.toFixed(4))}, at most ${most} is allowed`];
