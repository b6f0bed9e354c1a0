import type { TopicName } from "@matinale/contracts";
import type { KafkaConfig, Logger, Worker } from "@matinale/kit";
import { CompressionTypes, Partitioners, type Message, type Producer } from "kafkajs";
import { consumerWorker, type DeadLetter } from "./consumer-worker.ts";
import { consumerGroup, type Consumer } from "./consumer.ts";
import { kafkaClient } from "./kafka-client.ts";
import type { Outboxed, OutboxEntry } from "./outbox.ts";
import { relay, type OutboxedModels, type RelayOptions } from "./relay.ts";
import { deadLetterTopic } from "./topics.ts";

export interface Bus {
  /**
   * The workers that run these consumers, each in its group `<service>.<topic>`.
   *
   * @throws RangeError  when two of them have the same topic: in one group each would get some of the partitions
   */
  consume(consumers: readonly Consumer[]): Worker[];
  /** The worker that publishes what these models hold in their outbox. */
  relay<D extends readonly (Outboxed & { _id: unknown })[]>(
    models: OutboxedModels<D>,
    options?: RelayOptions,
  ): Worker;
  /** Sends events at once, in order, acknowledged by all replicas. For the relay and for tools. */
  publish(entries: OutboxEntry[]): Promise<void>;
  close(): Promise<void>;
}

const toMessage =
  (service: string) =>
  ({ key, value, headers }: OutboxEntry): Message => ({
    key,
    value,
    headers: { ...headers, source: service },
  });

/** The same partition for a key as the Java clients. Explicit, because kafkajs has changed its default once. */
const createPartitioner = Partitioners.DefaultPartitioner;

const compression = CompressionTypes.GZIP;

/** Connects at the first use, so that a service starts and serves requests while Kafka is down. */
export function createBus(
  config: KafkaConfig,
  { service, logger }: { service: string; logger: Logger },
): Bus {
  const kafka = kafkaClient(config, { service, logger });
  const prefix = config.KAFKA_PREFIX;
  const message = toMessage(service);
  let producer: Promise<Producer> | undefined;

  const connect = async (): Promise<Producer> => {
    const fresh = kafka.producer({
      createPartitioner,
      allowAutoTopicCreation: false,
      // a partition that was moved or created has a leader again within seconds
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 8 },
    });
    await fresh.connect();
    return fresh;
  };
  const connected = (): Promise<Producer> => {
    producer ??= connect().catch((error: unknown) => {
      producer = undefined;
      throw error;
    });
    return producer;
  };

  const publish = async (entries: OutboxEntry[]): Promise<void> => {
    const byTopic = Map.groupBy(entries, (entry) => entry.topic);
    const topicMessages = [...byTopic].map(([topic, each]) => ({
      topic: prefix + topic,
      messages: each.map(message),
    }));
    if (topicMessages.length === 0) return;
    await (await connected()).sendBatch({ acks: -1, timeout: 10_000, compression, topicMessages });
  };

  const sendDeadLetter = async (deadLetter: DeadLetter): Promise<void> => {
    const { record, topic } = deadLetter;
    const headers = {
      ...record.headers,
      "dlq-reason": deadLetter.reason,
      "dlq-topic": topic,
      "dlq-partition": String(deadLetter.partition),
      "dlq-offset": record.offset,
      "dlq-group": deadLetter.group,
      "dlq-attempts": String(deadLetter.attempts),
    };
    const copy = { key: record.key, value: record.value, headers };
    const dlq = prefix + deadLetterTopic(topic as TopicName);
    await (await connected()).send({ topic: dlq, acks: -1, compression, messages: [copy] });
  };

  const onCrash = (error: Error): void => {
    logger.fatal({ err: error }, "consumer crashed, ending the process");
    setImmediate(() => {
      throw error;
    });
  };

  const bus: Bus = {
    consume: (consumers) => {
      const repeated = consumers
        .map(({ topic }) => topic)
        .find((topic, index, all) => all.indexOf(topic) !== index);
      if (repeated !== undefined)
        throw new RangeError(`${service} has two consumers of ${repeated}`);
      return consumers.map((consumer) =>
        consumerWorker({
          kafka,
          prefix,
          group: consumerGroup(service, consumer.topic),
          consumer,
          sendDeadLetter,
          logger,
          onCrash,
        }),
      );
    },
    relay: (models, options) =>
      relay({ models, publish: (entries) => bus.publish(entries), logger, ...options }),
    publish,
    close: async () => {
      const open = await producer?.catch(() => undefined);
      await open?.disconnect();
    },
  };
  return bus;
}
