import { afterEach, expect, test } from "vitest";
import { currentContext, runInContext, withContext } from "./context.ts";
import { createApp, router } from "./http-app.ts";
import { listen, silentLogger, testCollector, testSecret } from "./testing/index.ts";
import { beginSpan, inSpan, startTracing, stopTracing, traceHeaders } from "./tracing.ts";

afterEach(stopTracing);

const app = () =>
  createApp({
    service: "delivery",
    secret: testSecret,
    logger: silentLogger,
    open: [router().get("/seen", (_req, res) => void res.json(traceHeaders()))],
    routes: [],
  });

test("creates no spans without an endpoint", async () => {
  await startTracing("delivery", {});
  expect(beginSpan("work", "INTERNAL")).toBeUndefined();
  expect(traceHeaders()).toEqual({});
});

test("continues the caller's trace and passes it on", async () => {
  const { url, close, spans } = await testCollector();
  const server = await listen(app());
  await startTracing("delivery", { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const caller = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const response = await fetch(`${server.url}/seen`, { headers: { traceparent: caller } });
  const { traceparent } = (await response.json()) as { traceparent: string };
  await server.close();
  await stopTracing();
  await close();
  const [span] = spans;
  expect(span).toMatchObject({
    name: "GET /seen",
    traceId: "a".repeat(32),
    parentSpanId: "b".repeat(16),
  });
  expect(traceparent).toBe(`00-${span!.traceId}-${span!.spanId}-01`);
});

test("continues the trace of the stored context", async () => {
  const { url, close, spans } = await testCollector();
  await startTracing("content", { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const outer = beginSpan("compose", "INTERNAL");
  const { traceparent } = outer!;
  withContext({ correlationId: "c", traceparent }, () => beginSpan("publish", "PRODUCER")?.end());
  outer!.end();
  await stopTracing();
  await close();
  expect(spans.map(({ name }) => name)).toEqual(["publish", "compose"]);
  expect(spans[0]).toMatchObject({ traceId: spans[1]!.traceId, parentSpanId: spans[1]!.spanId });
});

test("runs work under a span of its own and records its failure", async () => {
  const { url, close, spans } = await testCollector();
  await startTracing("delivery", { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const stored = { correlationId: "c", traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
  const call = () => inSpan("call", "CLIENT", () => Promise.reject(new RangeError("no")));
  await expect(runInContext(stored, () => inSpan("send", "INTERNAL", call))).rejects.toThrow("no");
  await stopTracing();
  await close();
  expect(spans).toMatchObject([
    { name: "call", traceId: "a".repeat(32), parentSpanId: spans[1]!.spanId },
    { name: "send", traceId: "a".repeat(32), parentSpanId: "b".repeat(16), service: "delivery" },
  ]);
});

test("keeps the current context when none was stored", () => {
  const seen = withContext({ correlationId: "c" }, () => runInContext(undefined, currentContext));
  expect(seen).toEqual({ correlationId: "c" });
});

test("samples a trace as a whole", async () => {
  const { url, close, spans } = await testCollector();
  const config = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: 0 };
  await startTracing("gateway", config);
  const dropped = beginSpan("dropped", "SERVER");
  beginSpan("dropped too", "CLIENT", { parent: dropped?.traceparent })?.end();
  dropped?.end();
  const kept = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  beginSpan("kept by its caller", "SERVER", { parent: kept })?.end();
  await stopTracing();
  await close();
  expect(spans.map(({ name }) => name)).toEqual(["kept by its caller"]);
});
