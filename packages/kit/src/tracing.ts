import { randomUUID } from "node:crypto";
import {
  type Attributes,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { BaseConfig } from "./config.ts";
import { currentContext, withContext } from "./context.ts";

type Kind = keyof typeof SpanKind;

/** A measured piece of work. */
export interface Span {
  /** W3C traceparent for the work inside this span. */
  traceparent: string;
  end(outcome?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

export type TracingConfig = Pick<
  BaseConfig,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_TRACES_SAMPLER_ARG"
>;

let collecting: Awaited<ReturnType<typeof sendTo>> | undefined;

/**
 * Sends spans in batches over HTTP. Loads the SDK of OpenTelemetry, which takes about 6 MB: the idle gate of
 * `bench/memory` leaves no room for it.
 *
 * @param sampledShare  share of the traces started here that are sent, 0 to 1
 */
async function sendTo(endpoint: string, service: string, sampledShare: number) {
  const { W3CTraceContextPropagator } = await import("@opentelemetry/core");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  const sdk = await import("@opentelemetry/sdk-trace");
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": service, "service.namespace": "matinale" }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("matinale");
  return { provider, tracer, propagator: new W3CTraceContextPropagator() };
}

/** Starts sending spans to the collector. Without one there are no spans. */
export async function startTracing(service: string, config: TracingConfig): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: sampledShare = 1 } =
    config;
  if (endpoint === undefined || collecting !== undefined) return;
  collecting = await sendTo(endpoint, service, sampledShare);
}

/** Sends the remaining spans. */
export async function stopTracing(): Promise<void> {
  const open = collecting;
  collecting = undefined;
  await open?.provider.shutdown();
}

/** Begins a span under the current one or `parent`; undefined without tracing. Its work runs with its traceparent. */
export function beginSpan(
  name: string,
  kind: Kind,
  options: { parent?: string | undefined; attributes?: Attributes } = {},
): Span | undefined {
  if (collecting === undefined) return undefined;
  const { tracer, propagator } = collecting;
  const { parent: traceparent = currentContext()?.traceparent, attributes = {} } = options;
  const parent = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
  const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes }, parent);
  const headers = { traceparent: "" };
  propagator.inject(trace.setSpan(parent, span), headers, defaultTextMapSetter);
  return {
    ...headers,
    end: ({ name: finalName = name, attributes: added = {}, error } = {}) => {
      span.updateName(finalName).setAttributes(added);
      if (error !== undefined) {
        const message = error instanceof Error ? error.name : "error";
        span.setStatus({ code: SpanStatusCode.ERROR, message });
      }
      span.end();
    },
  };
}

/** Runs `work` under a span of its own; without tracing it only runs it. */
export async function inSpan<T>(
  name: string,
  kind: Kind,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const span = beginSpan(name, kind, { attributes });
  if (span === undefined) return work();
  const { traceparent } = span;
  try {
    const result = await withContext(
      { correlationId: randomUUID(), ...currentContext(), traceparent },
      work,
    );
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

/** Header with the trace of the current context, for a call or an event; empty without one. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentContext()?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}
