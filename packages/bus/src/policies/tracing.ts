import { randomUUID } from "node:crypto";
import type { TopicName } from "@matinale/contracts";
import { beginSpan, withContext, type Span } from "@matinale/kit";
import type { EventHandler, Received } from "../received.ts";

/** Handles events in the context of the first. Each has a span in its own trace, which what it causes continues. */
export const tracing =
  <T extends TopicName>(topic: T, next: EventHandler<T>): EventHandler<T> =>
  async (events) => {
    const [first] = events;
    if (first === undefined) return;
    const context = {
      correlationId: first.correlationId || randomUUID(),
      causationId: first.id,
    };
    const spans = events.flatMap((event) => beginProcessing(topic, event) ?? []);
    const [span] = spans;
    const trace = span === undefined ? {} : { traceparent: span.traceparent };
    try {
      await withContext({ ...context, ...trace }, () => next(events));
    } catch (error) {
      for (const each of spans) each.end({ error });
      throw error;
    }
    for (const each of spans) each.end();
  };

function beginProcessing<T extends TopicName>(topic: T, event: Received<T>): Span | undefined {
  const span = beginSpan(`${topic} process`, "consumer", {
    parent: event.traceparent,
    attributes: { "messaging.system": "kafka", "messaging.destination.name": topic },
  });
  if (span !== undefined) event.traceparent = span.traceparent;
  return span;
}
