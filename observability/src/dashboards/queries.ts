import type { LabelOf, MetricNameOf } from "@matinale/contracts/metrics";
import { histogramSeries, series, type Matchers } from "../expression.ts";
import type { Query } from "./board.ts";

export const query = (expr: string, legend: string): Query => ({ expr, legend });

/** Matchers for the chosen namespaces. */
export const here = { namespace: "=~$namespace" };

export const rate = (selector: string): string => `rate(${selector}[$__rate_interval])`;

/** @param window  a duration of Prometheus or a variable of Grafana */
export const increase = (selector: string, window = "$__rate_interval"): string =>
  `increase(${selector}[${window}])`;

/**
 * One line for each combination of labels, which are also its legend.
 *
 * @param labels  separated by a comma and a space
 */
export const perLabel = (operator: "sum" | "max" | "min", labels: string, expr: string): Query =>
  query(`${operator} by (${labels}) (${expr})`, legendOf(labels));

const legendOf = (labels: string): string =>
  labels.replaceAll(/\w+/g, "{{$&}}").replaceAll(",", "");

type Counter = MetricNameOf<"counter">;

const grown = <N extends Counter>(name: N, where: Matchers<LabelOf<N>>, window?: string): string =>
  increase(series(name, { ...here, ...where }), window);

/** How much a counter grows: one line for each combination of labels. Without a window: between two points. */
export const growthBy = <N extends Counter>(
  name: N,
  labels: string,
  where: Matchers<LabelOf<N>> = {},
  window?: string,
): Query => perLabel("sum", labels, grown(name, where, window));

/** How much a counter grows: one line for all its series together. */
export const growth = <N extends Counter>(
  name: N,
  legend: string,
  where: Matchers<LabelOf<N>> = {},
  window?: string,
): Query => query(`sum(${grown(name, where, window)})`, legend);

export const highest = (name: MetricNameOf<"gauge">, legend: string): Query =>
  query(`max(${series(name, here)})`, legend);

/** The time that a share of observations takes at most, for each combination of labels. */
export const quantile = <N extends MetricNameOf<"histogram">>(
  share: number,
  name: N,
  labels = "",
  matchers: Matchers<LabelOf<N>> = {},
): Query => {
  const buckets = rate(histogramSeries(name, "bucket", { ...here, ...matchers }));
  const { expr } = perLabel("sum", labels ? `le, ${labels}` : "le", buckets);
  return query(`histogram_quantile(${share}, ${expr})`, legendOf(labels));
};

export const topmost = (count: number, { expr, legend }: Query): Query =>
  query(`topk(${count}, ${expr})`, legend);
