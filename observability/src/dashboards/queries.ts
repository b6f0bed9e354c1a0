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
  legend: labels.replaceAll(/\w+/g, "{{$&}}").replaceAll(",", ""),
});

/** One line for all series together. */
export const total = (expr: string, legend: string): Query => ({ expr: `sum(${expr})`, legend });
