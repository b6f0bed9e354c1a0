import { serviceNames } from "@matinale/contracts";
import type { LabelOf, MetricName, MetricNameOf, metrics } from "@matinale/contracts/metrics";

/** Matchers of the processes of all services. */
export const ours = { job: `=~${serviceNames.join("|")}` };

/** The recording rule of the records that wait for a consumer. */
export const waitingRecords = "matinale:consumer_lag:records";

/** Metrics of the scrape and of the runtime, which the catalogue does not declare. */
export const standardMetrics = [
  "up",
  "process_cpu_seconds_total",
  "process_resident_memory_bytes",
  "process_start_time_seconds",
  "nodejs_eventloop_lag_p99_seconds",
  "nodejs_heap_size_used_bytes",
] as const;
type StandardMetric = (typeof standardMetrics)[number];

/** Labels that the scrape adds to every series. */
type ScrapeLabel = "job" | "instance" | "namespace";
/** Value to equal, or a matcher with its operator: `=~"a|b"`. */
export type Matchers<L extends string> = Partial<Record<L | ScrapeLabel, string | undefined>>;

const matcher = (label: string, value: string): string =>
  /^(=~|!=|!~)/.test(value)
    ? label + value.replace(/^(=~|!=|!~)(.*)$/, '$1"$2"')
    : `${label}="${value}"`;

const selector = (name: string, matchers: Record<string, string | undefined>): string => {
  const parts = Object.entries(matchers).flatMap(([label, value]) =>
    value === undefined ? [] : [matcher(label, value)],
  );
  return parts.length === 0 ? name : `${name}{${parts.join(",")}}`;
};

/** A selector of a counter or gauge of the catalogue. */
export const series = <N extends Exclude<MetricName, MetricNameOf<"histogram">>>(
  name: N,
  matchers: Matchers<LabelOf<N>> = {},
): string => selector(name, matchers);

/** A selector of one of the three series of a histogram. */
export const histogramSeries = <N extends MetricNameOf<"histogram">>(
  name: N,
  part: "bucket" | "count" | "sum",
  matchers: Matchers<LabelOf<N>> = {},
): string => selector(`${name}_${part}`, matchers);

/**
 * The bucket that counts observations of at most `le`. Prometheus 3 writes a whole bound as 60.0, earlier
 * versions as 60.
 */
export function bucketOf<N extends MetricNameOf<"histogram">>(
  name: N,
  le: (typeof metrics)[N]["buckets"][number],
  matchers: Matchers<LabelOf<N>> = {},
): string {
  const bound = Number.isInteger(le) ? `=~${le}(\\\\.0)?` : String(le);
  return selector(`${name}_bucket`, { ...matchers, le: bound });
}

export const standard = (name: StandardMetric, matchers: Matchers<never> = {}): string =>
  selector(name, matchers);
