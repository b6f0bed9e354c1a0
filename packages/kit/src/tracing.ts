import { randomUUID } from "node:crypto";
import { currentContext, withContext } from "./context.ts";

export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";
export type Attributes = Record<string, string | number | boolean>;

export interface SpanStart {
  name: string;
  kind: SpanKind;
  /** W3C traceparent of the parent span; without one a new trace starts. */
  parent: string | undefined;
  attributes?: Attributes;
}

/** A measured piece of work. */
export interface Span {
  /** W3C traceparent for the work inside this span. */
  traceparent: string;
  end(outcome?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

export interface Tracer {
  begin(start: SpanStart): Span;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/**
 * Starts sending spans to OTEL_EXPORTER_OTLP_ENDPOINT. Without that variable no tracing code is loaded and
 * there are no spans.
 */
export async function startTracing(
  service: string,
  env: Record<string, string | undefined> = process.env,
): Promise<void> {
  const endpoint = env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  if (!endpoint || tracer !== undefined) return;
  const { otlpTracer } = await import("./tracing-otlp.ts");
  const sampledShare = Number(env["OTEL_TRACES_SAMPLER_ARG"] || 1);
  tracer = otlpTracer(service, { endpoint, sampledShare });
}

export async function stopTracing(): Promise<void> {
  const open = tracer;
  tracer = undefined;
  await open?.close();
}

/**
 * Begins a span under the current one, or under `parent`; undefined without tracing. The work that it measures
 * runs in a context with its traceparent.
 */
export const beginSpan = (
  name: string,
  kind: SpanKind,
  options: { parent?: string | undefined; attributes?: Attributes } = {},
): Span | undefined =>
  tracer?.begin({
    name,
    kind,
    parent: options.parent ?? currentContext()?.traceparent,
    ...(options.attributes === undefined ? {} : { attributes: options.attributes }),
  });

/** Runs `work` under a span of its own; without tracing it only runs it. */
export function inSpan<T>(
  name: string,
  kind: SpanKind,
  work: () => Promise<T>,
  attributes?: Attributes,
): Promise<T> {
  const span = beginSpan(name, kind, attributes === undefined ? {} : { attributes });
  if (span === undefined) return work();
  const context = { correlationId: randomUUID(), ...currentContext() };
  return withContext({ ...context, traceparent: span.traceparent }, work).then(
    (result) => {
      span.end();
      return result;
    },
    (error: unknown) => {
      span.end({ error });
      throw error;
    },
  );
}

/** Header with the trace of the current context, for a call or an event; empty without one. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentContext()?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}
