import { metrics, type LabelOf, type MetricNameOf } from "@matinale/contracts/metrics";
import * as prometheus from "prom-client";

export const registry = new prometheus.Registry();
prometheus.collectDefaultMetrics({ register: registry });

const known = <M>(name: string): M | undefined => registry.getSingleMetric(name) as M | undefined;

const described = <N extends keyof typeof metrics>(name: N) => ({
  name,
  help: metrics[name].help,
  labelNames: metrics[name].labels as readonly LabelOf<N>[],
  registers: [registry],
});

/** A metric of the catalogue; further calls return the same one. */
export const counter = <N extends MetricNameOf<"counter">>(
  name: N,
): prometheus.Counter<LabelOf<N>> => known(name) ?? new prometheus.Counter(described(name));

/** @param options.collect sets the value each time it is read */
export const gauge = <N extends MetricNameOf<"gauge">>(
  name: N,
  options: { collect?: (this: prometheus.Gauge<LabelOf<N>>) => void | Promise<void> } = {},
): prometheus.Gauge<LabelOf<N>> =>
  known(name) ?? new prometheus.Gauge({ ...described(name), ...options });

export const histogram = <N extends MetricNameOf<"histogram">>(
  name: N,
): prometheus.Histogram<LabelOf<N>> =>
  known(name) ??
  new prometheus.Histogram({ ...described(name), buckets: [...metrics[name].buckets] });
