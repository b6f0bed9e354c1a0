import type { LabelOf, MetricNameOf } from "@matinale/contracts/metrics";
import { histogramSeries, series, type Matchers } from "../expression.ts";
import type { Query } from "./board.ts";

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
export const perLabel = (operator: "sum" | "max" | "min", labels: string, expr: string): Query => ({
  expr: `${operator} by (${labels}) (${expr})`,
  legend: legendOf(labels),
});

const legendOf = (labels: string): string =>
  labels.replaceAll(/\w+/g, "{{$&}}").replaceAll(",", "");

type Counter = MetricNameOf<"counter">;
/** Without a window: the interval between two points. */
interface Growth<N extends Counter> {
  window?: string;
  where?: Matchers<LabelOf<N>>;
}

const grown = <N extends Counter>(
  name: N,
  window: string | undefined,
  where: Matchers<LabelOf<N>> = {},
): string => increase(series(name, { ...here, ...where }), window);

/** How much a counter grows: one line for each combination of labels. */
export const growthBy = <N extends Counter>(name: N, labels: string, options: Growth<N> = {}) =>
  perLabel("sum", labels, grown(name, options.window, options.where));

/** How much a counter grows: one line for all its series together. */
export const growth = <N extends Counter>(
  name: N,
  legend: string,
  options: Growth<N> = {},
): Query => ({ expr: `sum(${grown(name, options.window, options.where)})`, legend });

export const highest = (name: MetricNameOf<"gauge">, legend: string): Query => ({
  expr: `max(${series(name, here)})`,
  legend,
});

/** The time that a share of observations takes at most, for each combination of labels. */
export const quantile = <N extends MetricNameOf<"histogram">>(
  share: number,
  name: N,
  labels = "",
  matchers: Matchers<LabelOf<N>> = {},
): Query => {
  const buckets = rate(histogramSeries(name, "bucket", { ...here, ...matchers }));
  const { expr } = perLabel("sum", labels ? `le, ${labels}` : "le", buckets);
  return { expr: `histogram_quantile(${share}, ${expr})`, legend: legendOf(labels) };
};

export const topmost = (count: number, { expr, legend }: Query): Query => ({
  expr: `topk(${count}, ${expr})`,
  legend,
});
