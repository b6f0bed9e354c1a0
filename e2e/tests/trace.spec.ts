import type { CollectedSpan } from "@matinale/kit/testing";
import type { APIRequestContext } from "playwright/test";
import { z } from "zod";
import { expect, test } from "./fixtures.ts";
import { connectReader } from "./visitor.ts";

test.use({ extraHTTPHeaders: { "X-Requested-With": "XMLHttpRequest" } });

const history = z.object({ history: z.array(z.object({ type: z.string() })) });

/** A new subscriber requests a digest of categories that no other test chooses together. */
async function subscribeAndRequest(request: APIRequestContext, digits: string): Promise<void> {
  await connectReader(request, digits, [1, 2]);
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
    (await (await fetch(process.env["COLLECTOR_URL"] ?? "")).json()) as readonly CollectedSpan[];
  const chains = expect.poll(async () => providerCalls(await all()), { timeout: 30_000 });
  await chains.toContainEqual([...composed, "delivery: deliver digest", "delivery: whatsapp send"]);
  await chains.toContainEqual([...composed, "delivery: whatsapp upload"]);
});
