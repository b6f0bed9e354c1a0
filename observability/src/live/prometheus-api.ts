import { z } from "zod";

const answer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("success"), data: z.unknown() }),
  z.object({ status: z.literal("error"), error: z.string() }),
]);
const vector = z.object({ result: z.array(z.unknown()) });
const alerts = z.object({
  alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
});

async function get(url: URL): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  const read = answer.parse(await response.json());
  if (read.status === "error") throw new Error(read.error);
  return read.data;
}

/** How many series an expression has now. @throws Error in Prometheus' words when it cannot be evaluated */
export async function seriesOf(prometheus: string, expr: string): Promise<number> {
  const url = new URL("/api/v1/query", prometheus);
  url.searchParams.set("query", expr);
  return vector.parse(await get(url)).result.length;
}

export async function firing(prometheus: string): Promise<string[]> {
  const all = alerts.parse(await get(new URL("/api/v1/alerts", prometheus))).alerts;
  return all
    .filter(({ state }) => state === "firing")
    .map(({ labels }) => labels["alertname"] ?? "");
}
