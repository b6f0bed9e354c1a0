import { randomUUID } from "node:crypto";
import type { BaseConfig } from "./config.ts";
import { currentContext, withContext } from "./context.ts";
import type { otlpTracer, Span } from "./tracing-otlp.ts";

export type { Span };

type Tracer = ReturnType<typeof otlpTracer>;
type Begin = Parameters<Tracer["begin"]>;
type SpanKind = Begin[1];
type Attributes = Begin[3];

let tracer: Tracer | undefined;

export type TracingConfig = Pick<
  BaseConfig,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_TRACES_SAMPLER_ARG"
>;

/** Starts sending spans to the collector. Without one there are no spans, and OpenTelemetry, about 6 MB, is not loaded. */
export async function startTracing(service: string, config: TracingConfig): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: sampledShare = 1 } =
    config;
  if (endpoint === undefined || tracer !== undefined) return;
  const { otlpTracer } = await import("./tracing-otlp.ts");
  tracer = otlpTracer(service, { endpoint, sampledShare });
}

export async function stopTracing(): Promise<void> {
  const open = tracer;
  tracer = undefined;
  await open?.close();
}

/** Begins a span under the current one or `parent`; undefined without tracing. Its work runs with its traceparent. */
export const beginSpan = (
  name: string,
  kind: SpanKind,
  options: { parent?: string | undefined; attributes?: Attributes } = {},
): Span | undefined =>
  tracer?.begin(
    name,
    kind,
    options.parent ?? currentContext()?.traceparent,
    options.attributes ?? {},
  );

/** Runs `work` under a span of its own; without tracing it only runs it. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
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
