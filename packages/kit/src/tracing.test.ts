import { afterEach, expect, test } from "vitest";
import { withContext } from "./context.ts";
import { createApp, router } from "./http-app.ts";
import { listen, silentLogger, testSecret } from "./testing/index.ts";
import { traceIdsOf } from "./traceparent.ts";
import { beginSpan, startTracing, stopTracing, traceHeaders } from "./tracing.ts";

interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

/** What a collector would get: spans as OTLP in JSON. */
async function collector() {
  const spans: OtlpSpan[] = [];
  const server = await listen(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
    };
    spans.push(
      ...body.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)),
    );
    res.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  return { ...server, spans };
}

afterEach(stopTracing);

const app = () =>
  createApp({
    service: "delivery",
    secret: testSecret,
    logger: silentLogger,
    open: [router().get("/seen", (_req, res) => void res.json(traceHeaders()))],
    routes: [],
  });

test("without an endpoint nothing is traced", async () => {
  await startTracing("delivery", {});
  expect(beginSpan("work", "internal")).toBeUndefined();
  expect(traceHeaders()).toEqual({});
});

test("a request belongs to its caller's trace, and what it calls belongs to it", async () => {
  const { url, close, spans } = await collector();
  const server = await listen(app());
  await startTracing("delivery", { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const caller = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const answer = await fetch(`${server.url}/seen`, { headers: { traceparent: caller } });
  const { traceparent } = (await answer.json()) as { traceparent: string };
  await server.close();
  await stopTracing();
  await close();
  const [span] = spans;
  expect(span).toMatchObject({
    name: "GET /seen",
    traceId: "a".repeat(32),
    parentSpanId: "b".repeat(16),
  });
  expect(traceIdsOf(traceparent)).toEqual({ traceId: span!.traceId, spanId: span!.spanId });
});

test("work goes on in the trace of its context", async () => {
  const { url, close, spans } = await collector();
  await startTracing("content", { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const outer = beginSpan("compose", "internal");
  const { traceparent } = outer!;
  withContext({ correlationId: "c", traceparent }, () => beginSpan("publish", "producer")?.end());
  outer!.end();
  await stopTracing();
  await close();
  expect(spans.map(({ name }) => name)).toEqual(["publish", "compose"]);
  expect(spans[0]).toMatchObject({ traceId: spans[1]!.traceId, parentSpanId: spans[1]!.spanId });
});
