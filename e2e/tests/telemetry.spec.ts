import { readFile } from "node:fs/promises";
import { exposedNames, firing, missingMetrics, troubles } from "@matinale/observability";
import { z } from "zod";
import { expect, test } from "./fixtures.ts";

/** Addresses that the global setup publishes. Prometheus sees every test. */
const setting = (name: "PROMETHEUS_URL" | "STACK_FILE"): string => {
  const place = process.env[name];
  if (!place) throw new Error(`${name} is not set; the global setup sets it`);
  return place;
};

test("services expose every metric that dashboards and alerts use", async () => {
  const stack = z.object({ services: z.array(z.object({ metricsUrl: z.string() })) });
  const { services } = stack.parse(JSON.parse(await readFile(setting("STACK_FILE"), "utf8")));
  const missing = async () => {
    const pages = await Promise.all(
      services.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()),
    );
    return missingMetrics(new Set(pages.flatMap(exposedNames)));
  };
  // Some metrics appear with the first round of a worker.
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
});

test("every dashboard, rule and alert query finds data, and only the watchdog fires", async () => {
  const problems = expect.poll(() => troubles(setting("PROMETHEUS_URL")), { timeout: 60_000 });
  await problems.toEqual([]);
  expect(await firing(setting("PROMETHEUS_URL"))).toEqual(["Watchdog"]);
});
