import { json } from "node:stream/consumers";
import { listen } from "./listen.ts";

/** A span in OTLP's JSON, with the service that sent it. */
export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<CollectedSpan, "service">[] }[];
  }[];
}

const spansOf = ({ resourceSpans }: Export): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const serviceName = resource.attributes.find(({ key }) => key === "service.name");
    const service = serviceName?.value.stringValue ?? "";
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });

/** A fake OpenTelemetry collector: stores every span that it receives, and returns all of them to a GET. */
export async function testCollector() {
  const spans: CollectedSpan[] = [];
  const server = await listen(async (req, res) => {
    res.setHeader("content-type", "application/json");
    if (req.method === "GET") return void res.end(JSON.stringify(spans));
    spans.push(...spansOf((await json(req)) as Export));
    res.end("{}");
  });
  return { ...server, spans };
}
