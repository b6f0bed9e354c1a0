/** Unit of the value; dashboards choose the format by it. */
export type Unit =
  | "seconds"
  | "bytes"
  | "count"
  | "records"
  | "feeds"
  | "tokens"
  | "characters"
  | "boolean";

/**
 * A metric as Prometheus scrapes it. Names are `<owner>_<thing>_<unit|total>`; labels are enums with a
 * handful of values, never ids.
 */
export interface Metric {
  type: "counter" | "gauge" | "histogram";
  unit: Unit;
  help: string;
  labels: readonly string[];
  /** Upper bounds in the unit, ascending. Histograms only. */
  buckets?: readonly number[];
}
