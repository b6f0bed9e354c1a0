import { readFile } from "node:fs/promises";
import type { CollectedSpan } from "@matinale/kit/testing";
import { exposedNames, firing, missingMetrics, troubles } from "@matinale/observability";
import type { APIRequestContext } from "playwright/test";
import { z } from "zod";
import { expect, test } from "./fixtures.ts";
import { connectReader } from "./visitor.ts";

test.use({ extraHTTPHeaders: { "X-Requested-With": "XMLHttpRequest" } });

/** Addresses that the global setup publishes. Prometheus and the collector see every test. */
const setting = (name: "COLLECTOR_URL" | "PROMETHEUS_URL" | "STACK_FILE"): string => {
  const place = process.env[name];
  if (!place) throw new Error(`${name} is not set; the global setup sets it`);
  return place;
};

const history = z.object({ history: z.array(z.object({ type: z.string() })) });

/** A new subscriber requests a digest of categories that no other test chooses. */
async function subscribeAndRequest(request: APIRequestContext, digits: string): Promise<void> {
  await connectReader(request, digits, [4, 6]);
  // On a busy machine the first digest is sent before its audio exists; a later one has it.
  await expect(async () => {
    expect(await request.post("/api/deliver-news", { data: {} })).toBeOK();
    const { history: entries } = history.parse(
      await (await request.get("/api/message-history")).json(),
    );
    expect(entries[0]?.type).toBe("audio");
  }).toPass({ timeout: 120_000 });
}

/** For each call to the provider, its chain of spans from the first request. */
function providerCalls(spans: readonly CollectedSpan[]): string[][] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const chainOf = (span: CollectedSpan): string[] => {
    const parent = byId.get(span.parentSpanId ?? "");
    const label = `${span.service}: ${span.name}`;
    return parent?.traceId === span.traceId ? [...chainOf(parent), label] : [label];
  };
  return spans.filter(({ name }) => name.startsWith("whatsapp ")).map(chainOf);
}

test("one digest is one trace, from the request through every service to the provider", async ({
  request,
  phone,
}) => {
  test.setTimeout(240_000);
  await subscribeAndRequest(request, phone.digits);
  await phone.read();
  const composed = [
    "gateway: POST /api/deliver-news",
    "delivery: POST /deliver-news",
    "delivery: digest.requested publish",
    "content: digest.requested process",
    "content: audio.ready publish",
    "delivery: audio.ready process",
  ];
  // Processes export their spans in batches.
  const all = async () =>
    (await (await fetch(setting("COLLECTOR_URL"))).json()) as readonly CollectedSpan[];
  const chains = expect.poll(async () => providerCalls(await all()), { timeout: 30_000 });
  await chains.toContainEqual([...composed, "delivery: deliver digest", "delivery: whatsapp send"]);
  await chains.toContainEqual([...composed, "delivery: whatsapp upload"]);
});

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
