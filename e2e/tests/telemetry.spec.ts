import { readFile } from "node:fs/promises";
import type { CollectedSpan } from "@matinale/kit/testing";
import { exposedNames, firing, missingMetrics, troubles } from "@matinale/observability";
import type { APIRequestContext } from "playwright/test";
import { z } from "zod";
import { expect, test } from "./fixtures.ts";

test.use({ extraHTTPHeaders: { "X-Requested-With": "XMLHttpRequest" } });

/** What Prometheus and the collector have seen, which the global setup started before every journey. */
const seen = (name: "COLLECTOR_URL" | "PROMETHEUS_URL" | "STACK_FILE"): string => {
  const place = process.env[name];
  if (!place) throw new Error(`${name} is set by the global setup`);
  return place;
};

const history = z.object({ history: z.array(z.object({ type: z.string() })) });

/** A new subscriber who is interested in what no other journey chooses, and gets a digest now. */
async function subscribeAndAsk(request: APIRequestContext, digits: string): Promise<void> {
  const account = { email: `andrea.${digits}@exemple.fr`, password: "correct horse battery" };
  const post = async (path: string, data: object) =>
    expect(await request.post(path, { data })).toBeOK();
  await post("/api/signup", { username: `andrea ${digits}`, ...account });
  await post("/api/login", account);
  for (const categoryId of [4, 6]) {
    await expect(() => post("/api/user/categories", { categoryId })).toPass({ timeout: 20_000 });
  }
  await post("/api/user/whatsapp/connect", { phone: `+${digits}` });
  // on a busy machine a first digest leaves before it is spoken; the next one finds its sound
  await expect(async () => {
    await post("/api/deliver-news", {});
    const told = history.parse(await (await request.get("/api/message-history")).json());
    expect(told.history[0]?.type).toBe("audio");
  }).toPass({ timeout: 120_000 });
}

/** Where each call of the provider came from, span by span, back to what set it off. */
function ways(spans: readonly CollectedSpan[]): string[][] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const wayTo = (span: CollectedSpan): string[] => {
    const parent = byId.get(span.parentSpanId ?? "");
    const here = `${span.service}: ${span.name}`;
    return parent?.traceId === span.traceId ? [...wayTo(parent), here] : [here];
  };
  return spans.filter(({ name }) => name.startsWith("whatsapp ")).map(wayTo);
}

test("one digest is one trace, from the request through every service to the provider", async ({
  request,
  phone,
}) => {
  test.setTimeout(240_000);
  await subscribeAndAsk(request, phone.digits);
  await phone.read();
  const composed = [
    "gateway: POST /api/deliver-news",
    "delivery: POST /deliver-news",
    "delivery: digest.requested publish",
    "content: digest.requested process",
    "content: audio.ready publish",
    "delivery: audio.ready process",
  ];
  // spans leave their processes in batches
  const all = async () =>
    (await (await fetch(seen("COLLECTOR_URL"))).json()) as readonly CollectedSpan[];
  const known = expect.poll(async () => ways(await all()), { timeout: 30_000 });
  await known.toContainEqual([...composed, "delivery: deliver digest", "delivery: whatsapp send"]);
  await known.toContainEqual([...composed, "delivery: whatsapp upload"]);
});

test("every metric of dashboards and alerts is there", async () => {
  const stack = z.object({ services: z.array(z.object({ metricsUrl: z.string() })) });
  const { services } = stack.parse(JSON.parse(await readFile(seen("STACK_FILE"), "utf8")));
  const pages = await Promise.all(
    services.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()),
  );
  expect(missingMetrics(new Set(pages.flatMap(exposedNames)))).toEqual([]);
});

test("every dashboard, rule and alert finds what it asks for, and no alert fires", async () => {
  const asked = expect.poll(() => troubles(seen("PROMETHEUS_URL")), { timeout: 60_000 });
  await asked.toEqual([]);
  expect(await firing(seen("PROMETHEUS_URL"))).toEqual([]);
});
