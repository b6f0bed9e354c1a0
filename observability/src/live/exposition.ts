import { metrics } from "@matinale/contracts/metrics";
import { standardMetrics } from "../expression.ts";

/** Names that a process declares in Prometheus' text format, those without a sample yet included. */
export const exposedNames = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) /gm)].flatMap(([, name]) => name ?? []);

/**
 * Metrics that dashboards and alerts may name and that no process of a running stack has.
 *
 * @param exposed  what all of its processes expose
 */
export function missingMetrics(exposed: ReadonlySet<string>): string[] {
  // the scrape itself brings this one
  const standard = standardMetrics.filter((name) => name !== "up");
  return [...Object.keys(metrics), ...standard].filter((name) => !exposed.has(name));
}
