import type { TopicName } from "@matinale/contracts";
import { beginSpan, type Span } from "@matinale/kit";
import { inContextOf } from "../event-context.ts";
import type { EventHandler, Received } from "../received.ts";

/**
 * Each event gets a span in its own trace, and all that its handler does belongs to this trace. The events of a batch are
 * handled in the context of the first one; `eachKey` gives each its own.
 */
export const tracing =
  <T extends TopicName>(topic: T, next: EventHandler<T>): EventHandler<T> =>
  async (events) => {
    const [first] = events;
    if (first === undefined) return;
    const spans = events.flatMap((event) => beginProcessing(topic, event) ?? []);
    try {
      await inContextOf(first, () => next(events));
    } catch (error) {
      for (const each of spans) each.end({ error });
      throw error;
    }
    for (const each of spans) each.end();
  };

function beginProcessing<T extends TopicName>(topic: T, event: Received<T>): Span | undefined {
  const span = beginSpan(`${topic} process`, "CONSUMER", {
    parent: event.traceparent,
    attributes: { "messaging.system": "kafka", "messaging.destination.name": topic },
  });
  if (span !== undefined) event.traceparent = span.traceparent;
  return span;
}
