import { setTimeout as pause } from "node:timers/promises";
import { metrics, type LabelOf, type MetricNameOf } from "@matinale/contracts/metrics";
import * as prometheus from "prom-client";

export const registry = new prometheus.Registry();
// samples the delay of the event loop 20 times a second: with the default of 100 delivery is above the idle CPU that
// `bench/memory` allows. Milliseconds
prometheus.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });

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

/** Longest time to read one gauge, below the shortest timeout of a scrape. Milliseconds. */
const collectMs = 4_000;

type Collect<N extends MetricNameOf<"gauge">> = (
  this: prometheus.Gauge<LabelOf<N>>,
) => void | Promise<void>;

/** Leaves a gauge that cannot be read out of the scrape: a database that is away must not hide the other metrics. */
const guarded = <N extends MetricNameOf<"gauge">>(name: N, collect: Collect<N>): Collect<N> =>
  async function () {
    const reading = (async () => collect.call(this))().then(
      () => true,
      () => false,
    );
    if (await Promise.race([reading, pause(collectMs, false, { ref: false })])) return;
    this.reset();
    // reset() sets a gauge without labels to 0
    if (metrics[name].labels.length === 0) this.remove();
  };

/**
 * A gauge of the catalogue. Further calls return the same one, but `collect` replaces what read it before: a service
 * that starts again in this process reads its own state.
 *
 * @param options.collect sets the value each time it is read
 */
export const gauge = <N extends MetricNameOf<"gauge">>(
  name: N,
  { collect }: { collect?: Collect<N> } = {},
): prometheus.Gauge<LabelOf<N>> => {
  if (collect === undefined) return known(name) ?? new prometheus.Gauge(described(name));
  registry.removeSingleMetric(name);
  return new prometheus.Gauge({ ...described(name), collect: guarded(name, collect) });
};

export const histogram = <N extends MetricNameOf<"histogram">>(
  name: N,
): prometheus.Histogram<LabelOf<N>> =>
  known(name) ??
  new prometheus.Histogram({ ...described(name), buckets: [...metrics[name].buckets] });

gauge("timezone_data_info").set({ release: process.versions["tz"] ?? "unknown" }, 1);
