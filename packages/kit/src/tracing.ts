import { randomUUID } from "node:crypto";
import { currentContext, withContext } from "./context.ts";

export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";
export type Attributes = Record<string, string | number | boolean>;

export interface SpanStart {
  name: string;
  kind: SpanKind;
  /** W3C traceparent of what set it off; without one a new trace begins. */
  parent: string | undefined;
  attributes?: Attributes;
}

/** A piece of work that is being timed. */
export interface Span {
  /** W3C traceparent by which others say that they belong to it. */
  traceparent: string;
  end(outcome?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

export interface Tracer {
  begin(start: SpanStart): Span;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/**
 * Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT from here on. Where it is not set nothing is loaded and
 * nothing is measured.
 */
export async function startTracing(
  service: string,
  env: Record<string, string | undefined> = process.env,
): Promise<void> {
  const endpoint = env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  if (!endpoint || tracer !== undefined) return;
  const { otlpTracer } = await import("./tracing-otlp.ts");
  const kept = Number(env["OTEL_TRACES_SAMPLER_ARG"] || 1);
  tracer = otlpTracer(service, { endpoint, kept });
}

export async function stopTracing(): Promise<void> {
  const open = tracer;
  tracer = undefined;
  await open?.close();
}

/**
 * Begins a span under the current one, or under `parent`; undefined while nothing is traced. Work that
 * belongs to it runs in a context with its traceparent.
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

/** Runs `work` under a span of its own; while nothing is traced it is just run. */
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

/** Header that tells a service or a consumer to which trace a call belongs; empty outside of any. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentContext()?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}
