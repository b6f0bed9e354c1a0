import { metrics } from "@matinale/contracts/metrics";

/** Metrics of the scrape and of the runtime, which the catalogue does not declare. */
export const standardMetrics = [
  "up",
  "process_cpu_seconds_total",
  "process_resident_memory_bytes",
  "process_start_time_seconds",
  "nodejs_eventloop_lag_p99_seconds",
  "nodejs_heap_size_used_bytes",
] as const;

/** Names of the metrics that a process exposes, also those without a sample yet. */
export const exposedNames = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) /gm)].flatMap(([, name]) => name ?? []);

/**
 * Metrics that dashboards and alerts may use but no process of a running stack exposes.
 *
 * @param exposed  names of the metrics that its processes expose
 */
export function missingMetrics(exposed: ReadonlySet<string>): string[] {
  // the scrape itself adds this metric
  const standard = standardMetrics.filter((name) => name !== "up");
  return [...Object.keys(metrics), ...standard].filter((name) => !exposed.has(name));
}
