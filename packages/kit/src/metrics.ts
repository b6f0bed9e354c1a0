import { setTimeout as pause } from "node:timers/promises";
import { metrics, type LabelOf, type MetricNameOf } from "@matinale/contracts/metrics";
import * as prometheus from "prom-client";

export const registry = new prometheus.Registry();
// samples the delay of the event loop ten times a second: with the default of 100 delivery is above the idle CPU that
// `bench/memory` allows. Milliseconds
prometheus.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });

const known = <M>(name: string): M | undefined => registry.getSingleMetric(name) as M | undefined;

const described = <N extends keyof typeof metrics>(name: N) => ({
  name,
  help: metrics[name].help,
  labelNames: metrics[name].labels as readonly LabelOf<N>[],
  registers: [registry],
});

/** Every combination of one value of each label. */
const seriesOf = (values: Partial<Record<string, readonly string[]>>): Record<string, string>[] =>
  Object.entries(values).reduce<Record<string, string>[]>(
    (series, [label, each = []]) =>
      series.flatMap((labels) => each.map((value) => ({ ...labels, [label]: value }))),
    [{}],
  );

/**
 * A metric of the catalogue; further calls return the same one.
 *
 * @param values  of each label: these series start at 0, because Prometheus sees no increase in one whose first value is 1
 */
export const counter = <N extends MetricNameOf<"counter">>(
  name: N,
  values?: Readonly<Record<LabelOf<N>, readonly string[]>>,
): prometheus.Counter<LabelOf<N>> => {
  const found =
    known<prometheus.Counter<LabelOf<N>>>(name) ?? new prometheus.Counter(described(name));
  for (const labels of values === undefined ? [] : seriesOf(values)) {
    found.inc(labels as prometheus.LabelValues<LabelOf<N>>, 0);
  }
  return found;
};

/** Longest time to read one gauge, below the shortest timeout of a scrape. Milliseconds. */
const collectMs = 4_000;

/** Returns the value, or sets the values of all labels. */
type Collect<N extends MetricNameOf<"gauge">> = (
  this: prometheus.Gauge<LabelOf<N>>,
) => number | void | Promise<number | void>;

/** Leaves a gauge that cannot be read out of the scrape: a database that is away must not hide the other metrics. */
const withReadTimeout = <N extends MetricNameOf<"gauge">>(name: N, collect: Collect<N>) =>
  async function (this: prometheus.Gauge<LabelOf<N>>): Promise<void> {
    const read = async () => {
      const value = await collect.call(this);
      if (typeof value === "number") this.set(value);
    };
    const reading = read().then(
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
 * @param collect  reads the value at each scrape
 */
export const gauge = <N extends MetricNameOf<"gauge">>(
  name: N,
  collect?: Collect<N>,
): prometheus.Gauge<LabelOf<N>> => {
  if (collect === undefined) return known(name) ?? new prometheus.Gauge(described(name));
  registry.removeSingleMetric(name);
  return new prometheus.Gauge({ ...described(name), collect: withReadTimeout(name, collect) });
};

export const histogram = <N extends MetricNameOf<"histogram">>(
  name: N,
): prometheus.Histogram<LabelOf<N>> =>
  known(name) ??
  new prometheus.Histogram({ ...described(name), buckets: [...metrics[name].buckets] });

gauge("timezone_data_info").set({ release: process.versions["tz"] ?? "unknown" }, 1);
