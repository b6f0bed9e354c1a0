import type { KafkaConfig, Logger, Worker } from "@matinale/kit";
import { consumerGroup, withPolicies, type Consumer } from "./consumer.ts";
import { kafkaTransport } from "./kafka-transport.ts";
import type { Outboxed, OutboxEntry } from "./outbox.ts";
import { prepareMetrics } from "./policies/metrics.ts";
import { reportLags } from "./report-lags.ts";
import { relay, type OutboxedModels } from "./relay.ts";
import type { Transport } from "./transport.ts";

export interface Bus {
  /**
   * The workers that run these consumers, each in its group `<service>.<topic>`, and the one that reports the lag
   * of all groups.
   *
   * @throws RangeError  when two of them have the same topic: in one group each would get some of the partitions
   */
  consume(consumers: readonly Consumer[]): Worker[];
  /** The worker that publishes what these models hold in their outbox. */
  relay<D extends readonly (Outboxed & { _id: unknown })[]>(
    models: OutboxedModels<D>,
    options?: { minIntervalMs?: number },
  ): Worker;
  /** Sends events at once, in order, acknowledged by all in-sync replicas. For the relay and for tools. */
  publish(entries: OutboxEntry[]): Promise<void>;
  close(): Promise<void>;
}

interface BusOptions {
  service: string;
  logger: Logger;
}

/** A service's bus on Kafka. */
export const createBus = (config: KafkaConfig, options: BusOptions): Bus =>
  busOver(kafkaTransport(config, options), options);

export function busOver(transport: Transport, { service, logger }: BusOptions): Bus {
  const publish = async (entries: OutboxEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    const byTopic = Map.groupBy(entries, ({ topic }) => topic);
    await transport.publish(
      [...byTopic].map(([topic, each]) => ({
        topic,
        messages: each.map(({ key, value, headers }) => ({
          key,
          value,
          headers: { ...headers, source: service },
        })),
      })),
    );
  };

  const bus: Bus = {
    consume: (consumers) => {
      const topics = consumers.map(({ topic }) => topic);
      const repeated = topics.find((topic, index) => topics.indexOf(topic) !== index);
      if (repeated !== undefined)
        throw new RangeError(`${service} has two consumers of ${repeated}`);
      const workers = consumers.map((consumer) => {
        const { topic } = consumer;
        prepareMetrics(topic);
        const handle = withPolicies(consumer, transport, logger);
        return transport.subscribe({ topic, group: consumerGroup(service, topic), handle });
      });
      return [...workers, reportLags(transport, logger)];
    },
    // through `bus`: a test may wrap its methods
    relay: (models, options) =>
      relay({ models, publish: (entries) => bus.publish(entries), logger, ...options }),
    publish,
    close: () => transport.close(),
  };
  return bus;
}
