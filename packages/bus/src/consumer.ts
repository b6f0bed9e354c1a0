import { randomUUID } from "node:crypto";
import type { TopicName } from "@matinale/contracts";
import { beginSpan, withContext, type Span } from "@matinale/kit";
import type { KafkaMessage } from "kafkajs";
import { read, type Received } from "./received.ts";

/** What a service does with one topic. A service has one consumer for each topic that it reads. */
export interface Consumer {
  topic: TopicName;
  /** Handles records of one partition, oldest first; rejects with UndecodableMessage or the handler's error. */
  process(records: KafkaMessage[]): Promise<void>;
}

/**
 * Name of a consumer's group in Kafka, without the prefix: `<service>.<topic>`. Logs, dead letters and the
 * operator's commands use it too.
 */
export const consumerGroup = (service: string, topic: TopicName): string => `${service}.${topic}`;

/**
 * Declares a consumer. `handle` gets events of one partition in order, each at least once, so it must be
 * safe to repeat: a projection guarded by version, or an insert under a deterministic id. It may take 5 s
 * at most; longer work is a worker of its own.
 */
export function consumer<T extends TopicName>({
  topic,
  handle,
}: {
  topic: T;
  handle: (events: Received<T>[]) => Promise<void>;
}): Consumer {
  return {
    topic,
    process: (records) => {
      const events = records.map((each) => read(topic, each));
      const [first] = events;
      if (first === undefined) return Promise.resolve();
      const correlationId = first.correlationId || randomUUID();
      const context = { correlationId, causationId: first.id };
      const spans = events.flatMap((event) => beginProcessing(topic, event) ?? []);
      if (spans.length === 0) return withContext(context, () => handle(events));
      const [{ traceparent }] = spans as [Span];
      return withContext({ ...context, traceparent }, () => handle(events)).then(
        () => spans.forEach((span) => span.end()),
        (error: unknown) => {
          for (const span of spans) span.end({ error });
          throw error;
        },
      );
    },
  };
}

/** Each event of a batch gets a span in its own trace; the work that it causes continues there. */
function beginProcessing<T extends TopicName>(topic: T, event: Received<T>): Span | undefined {
  const span = beginSpan(`${topic} process`, "consumer", {
    parent: event.traceparent,
    attributes: { "messaging.system": "kafka", "messaging.destination.name": topic },
  });
  if (span !== undefined) event.traceparent = span.traceparent;
  return span;
}
