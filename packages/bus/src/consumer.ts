import { serviceNames, topicNames, type ServiceName, type TopicName } from "@matinale/contracts";
import type { Logger } from "@matinale/kit";
import { databasePause } from "./policies/database-pause.ts";
import { deadLetters } from "./policies/dead-letter.ts";
import { countProcessed, measureBatches } from "./policies/metrics.ts";
import { tracing } from "./policies/tracing.ts";
import { read, type EventHandler } from "./received.ts";
import type { BatchHandler, ReceivedRecord, Transport } from "./transport.ts";

/** What a service does with one topic. A service has one consumer for each topic that it reads. */
export interface Consumer {
  topic: TopicName;
  /** Handles records of one partition, oldest first; rejects with UndecodableMessage or the handler's error. */
  process(records: readonly ReceivedRecord[]): Promise<void>;
}

/** Name of a consumer's group in Kafka, without the prefix, as logs, dead letters and the operator's commands write it. */
export const consumerGroup = (service: string, topic: TopicName): string => `${service}.${topic}`;

/** Service and topic of the consumer whose group has this name, without the prefix; undefined for any other name. */
export const consumerOfGroup = (
  name: string,
): { service: ServiceName; topic: TopicName } | undefined =>
  serviceNames
    .flatMap((service) => topicNames.map((topic) => ({ service, topic })))
    .find(({ service, topic }) => consumerGroup(service, topic) === name);

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
  handle: EventHandler<T>;
}): Consumer {
  const traced = tracing(topic, handle);
  return {
    topic,
    process: async (records) => traced(records.map((each) => read(topic, each))),
  };
}

/** The policies of every consumer, the outermost first. */
export function withPolicies(
  consumer: Consumer,
  transport: Pick<Transport, "publish">,
  logger: Logger,
): BatchHandler {
  const policies = [
    databasePause(logger),
    measureBatches,
    deadLetters(transport, logger),
    countProcessed,
  ];
  return policies.reduceRight<BatchHandler>(
    (next, policy) => policy(next),
    ({ records }) => consumer.process(records),
  );
}
