/*
 * A metric as Prometheus scrapes it. Names are `<owner>_<thing>_<unit|total>`; labels are enums with a handful of
 * values, never ids.
 */

export const counterOf = <const Labels extends readonly string[]>(
  help: string,
  ...labels: Labels
) => ({ type: "counter" as const, help, labels });

export const gaugeOf = <const Labels extends readonly string[]>(
  help: string,
  ...labels: Labels
) => ({ type: "gauge" as const, help, labels });

/** @param buckets  upper bounds in the unit, ascending */
export const histogramOf = <const Labels extends readonly string[]>(
  help: string,
  buckets: readonly number[],
  ...labels: Labels
) => ({ type: "histogram" as const, help, buckets, labels });
