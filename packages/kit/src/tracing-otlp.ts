import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { traceIdsOf } from "./traceparent.ts";
import type { SpanKind, Tracer } from "./tracing.ts";

const kinds: Record<SpanKind, Kind> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};

const contextOf = (traceparent: string | undefined) => {
  const ids = traceIdsOf(traceparent);
  return ids === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        ...ids,
        traceFlags: traceparent?.endsWith("-00") ? TraceFlags.NONE : TraceFlags.SAMPLED,
        isRemote: true,
      });
};

/**
 * Sends spans in batches over HTTP. Loaded only when an endpoint is configured.
 *
 * @param options.sampledShare  share of the traces started here that are sent, 0 to 1
 */
export function otlpTracer(
  service: string,
  options: { endpoint: string; sampledShare: number },
): Tracer {
  const { endpoint, sampledShare } = options;
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service, "service.namespace": "matinale" }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("matinale");
  return {
    begin: ({ name, kind, parent, attributes }) => {
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], ...(attributes === undefined ? {} : { attributes }) },
        contextOf(parent),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
        end: ({ name: finalName, attributes: added, error } = {}) => {
          if (finalName !== undefined) span.updateName(finalName);
          if (added !== undefined) span.setAttributes(added);
          if (error !== undefined) {
            const message = error instanceof Error ? error.name : "error";
            span.setStatus({ code: SpanStatusCode.ERROR, message });
          }
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}
