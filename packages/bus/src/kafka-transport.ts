import { setTimeout as pause } from "node:timers/promises";
import { topics } from "@matinale/contracts";
import type { KafkaConfig, Logger } from "@matinale/kit";
import { CompressionTypes, Partitioners, type Consumer, type EachBatchPayload } from "kafkajs";
import { consumerLags } from "./consumer-lags.ts";
import { kafkaClient } from "./kafka-client.ts";
import type { BatchHandler, Transport } from "./transport.ts";

/** Records that the handler gets at once, at most. */
const batchSize = 200;
const connectPauseMs = 1_000;
/** Connects at the first use, so that a service starts and serves requests while Kafka is down. */
export function kafkaTransport(
  config: KafkaConfig,
  { service, logger }: { service: string; logger: Logger },
): Transport {
  const kafka = kafkaClient(config, { service, logger });
  const prefix = config.KAFKA_PREFIX;
  const producer = kafka.producer({
    // the same partition for a key as the Java clients; explicit, because kafkajs has changed its default once
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    // a partition that was moved or created has a leader again within seconds
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 8 },
  });
  let connectingProducer: Promise<void> | undefined;
  // the worker that reports the lag logs one error each time: kafkajs would log each attempt at each broker
  const quiet = logger.child({}, { level: "error" });
  const admin = kafkaClient(config, { service, logger: quiet }).admin({ retry: { retries: 1 } });

  return {
    publish: async (messages) => {
      connectingProducer ??= producer.connect().catch((error: unknown) => {
        connectingProducer = undefined;
        throw error;
      });
      await connectingProducer;
      await producer.sendBatch({
        acks: -1,
        timeout: 10_000,
        compression: CompressionTypes.GZIP,
        topicMessages: messages.map(({ topic, ...rest }) => ({ topic: prefix + topic, ...rest })),
      });
    },

    subscribe: ({ topic, group, handle }) => {
      let client: Consumer | undefined;
      let connecting: Promise<void> | undefined;
      const stopping = new AbortController();
      const eachBatch = inSlices(handle, { topic, group });

      const subscribe = async (): Promise<void> => {
        const fresh = kafka.consumer({
          groupId: prefix + group,
          sessionTimeout: 10_000,
          heartbeatInterval: 3_000,
          rebalanceTimeout: 20_000,
          // a long poll: the broker responds as soon as it has a record
          maxWaitTimeInMs: 2_500,
          retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 10 },
        });
        fresh.on(fresh.events.CRASH, ({ payload }) => {
          if (payload.restart || stopping.signal.aborted) return;
          // for example a new cluster without a group coordinator
          logger.error({ err: payload.error, topic }, "consumer crashed, connecting again");
          connecting = connecting?.then(() => pause(connectPauseMs)).then(subscribeUntilDone);
        });
        try {
          await fresh.connect();
          await fresh.subscribe({ topic: prefix + topic, fromBeginning: true });
          await fresh.run({
            eachBatchAutoResolve: false,
            partitionsConsumedConcurrently: Math.min(3, topics[topic].partitions),
            eachBatch,
          });
          client = fresh;
        } catch (error) {
          await fresh.disconnect().catch(() => {});
          throw error;
        }
      };

      /** Kafka may be down when a service starts: the service serves requests, and consumes once Kafka is up. */
      const subscribeUntilDone = async (): Promise<void> => {
        while (!stopping.signal.aborted) {
          try {
            return await subscribe();
          } catch (error) {
            logger.warn({ err: error, topic }, "connecting to kafka failed, retrying");
            await pause(connectPauseMs);
          }
        }
      };

      return {
        start: async () => {
          connecting = subscribeUntilDone();
        },
        stop: async () => {
          stopping.abort();
          await connecting;
          await client?.disconnect();
        },
      };
    },

    lags: async () => {
      await admin.connect();
      return consumerLags(admin, prefix);
    },

    close: async () => {
      await admin.disconnect();
      await producer.disconnect();
    },
  };
}

/** Hands what kafkajs has fetched of a partition to the handler, and commits it slice by slice. */
const inSlices =
  (handle: BatchHandler, consumer: { topic: keyof typeof topics; group: string }) =>
  async (payload: EachBatchPayload): Promise<void> => {
    const { messages, partition } = payload.batch;
    for (let from = 0; from < messages.length; from += batchSize) {
      if (!payload.isRunning() || payload.isStale()) return;
      const records = messages.slice(from, from + batchSize);
      const last = records.at(-1)?.offset ?? "";
      let isPostponed = false;
      await handle({
        ...consumer,
        partition,
        records,
        heartbeat: payload.heartbeat,
        redeliverAfter: (ms) => {
          isPostponed = true;
          const resume = payload.pause();
          setTimeout(resume, ms);
        },
      });
      if (isPostponed) return;
      payload.resolveOffset(last);
      await payload.heartbeat();
      await payload.commitOffsetsIfNecessary(payload.uncommittedOffsets());
    }
  };
