import type { Report } from "./independent-reports.ts";

/** Fewest independent outlets, and the longest time in which they report a story. */
export const minOutlets = 4;
const windowMs = 30 * 60_000;

export type Spread = {
  /**
   * Outlets times 2 minus the share of the half hour that they needed: 4 for four outlets in half an hour, 8 for four at
   * once or eight in half an hour.
   */
  weight: number;
  /** The weight of its first four outlets alone, for comparisons with other stories. */
  firstWeight: number;
  /** The reports of the window, the earliest first. */
  reports: Report[];
};

const timeOf = ({ publishedAt }: Report): number => publishedAt.getTime();

function weightOf(reports: readonly Report[]): number {
  const times = reports.map(timeOf);
  const span = Math.max(...times) - Math.min(...times);
  return reports.length * (2 - span / windowMs);
}

/**
 * The half hour in which a story spread fastest, or null when four outlets never reported it within half an hour.
 *
 * @param reports  independent ones, the earliest first
 */
export function spreadOf(reports: readonly Report[]): Spread | null {
  const spreads = reports.flatMap((first, index) => {
    const inWindow = reports
      .slice(index)
      .filter((report) => timeOf(report) - timeOf(first) <= windowMs);
    return inWindow.slice(minOutlets - 1).map((_, more) => {
      const taken = inWindow.slice(0, minOutlets + more);
      return {
        weight: weightOf(taken),
        firstWeight: weightOf(taken.slice(0, minOutlets)),
        reports: taken,
      };
    });
  });
  return spreads.toSorted((one, other) => other.weight - one.weight)[0] ?? null;
}
