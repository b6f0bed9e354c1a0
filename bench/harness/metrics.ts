import { seriesSum } from "../../dev/stack/src/series-sum.ts";

/** The sum of a metric's series over the processes with these metrics ports. */
export async function sumOf(ports: readonly number[], metric: string, label = ""): Promise<number> {
  let sum = 0;
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    sum += seriesSum(text, metric, label);
  }
  return sum;
}
