/**
 * The sum of a metric's series in the text of a metrics port (Prometheus's exposition format).
 *
 * @param label  part of a series' labels; without it, all series count
 */
export function seriesSum(text: string, metric: string, label = ""): number {
  const series = text.matchAll(new RegExp(`^${metric}(\\{.*\\})? (\\S+)$`, "gm"));
  return [...series].reduce(
    (sum, [, labels = "", value]) => (labels.includes(label) ? sum + Number(value) : sum),
    0,
  );
}
