import * as prometheus from "prom-client";

export const registry = new prometheus.Registry();
prometheus.collectDefaultMetrics({ register: registry });

interface Metric<L extends string> {
  name: string;
  help: string;
  labelNames?: readonly L[];
}

const known = <M>(name: string): M | undefined => registry.getSingleMetric(name) as M | undefined;

/** Declared once a name; asking again answers the same metric. Labels are enums, never ids. */
export const counter = <L extends string = never>(metric: Metric<L>): prometheus.Counter<L> =>
  known(metric.name) ?? new prometheus.Counter({ ...metric, registers: [registry] });

export const gauge = <L extends string = never>(
  metric: Metric<L> & { collect?: (this: prometheus.Gauge<L>) => void | Promise<void> },
): prometheus.Gauge<L> =>
  known(metric.name) ?? new prometheus.Gauge({ ...metric, registers: [registry] });

/** @param metric.buckets upper bounds in the unit of the name, ascending */
export const histogram = <L extends string = never>(
  metric: Metric<L> & { buckets: number[] },
): prometheus.Histogram<L> =>
  known(metric.name) ?? new prometheus.Histogram({ ...metric, registers: [registry] });
