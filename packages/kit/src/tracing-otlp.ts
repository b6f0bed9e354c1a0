import {
  type Attributes,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** A measured piece of work. */
export interface Span {
  /** W3C traceparent for the work inside this span. */
  traceparent: string;
  end(outcome?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

const propagator = new W3CTraceContextPropagator();

/**
 * Sends spans in batches over HTTP. Loaded only when an endpoint is configured.
 *
 * @param options.sampledShare  share of the traces started here that are sent, 0 to 1
 */
export function otlpTracer(service: string, options: { endpoint: string; sampledShare: number }) {
  const { endpoint, sampledShare } = options;
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service, "service.namespace": "matinale" }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("matinale");
  return {
    /** @param traceparent  of the parent span; without it a new trace starts */
    begin(
      name: string,
      kind: keyof typeof kinds,
      traceparent: string | undefined,
      attributes: Attributes,
    ): Span {
      const parent = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
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
    },
    /** Sends the remaining spans. */
    close: () => provider.shutdown(),
  };
}
