import { setTimeout as pause } from "node:timers/promises";
import { topics } from "@matinale/contracts";
import type { KafkaConfig, Logger } from "@matinale/kit";
import { CompressionTypes, Partitioners, type Consumer, type EachBatchPayload } from "kafkajs";
import { consumerLags } from "./consumer-lags.ts";
import { kafkaClient } from "./kafka-client.ts";
import type { Batch, BatchHandler, Transport } from "./transport.ts";

/** Records that the handler gets at once, at most. */
const batchSize = 200;
const connectPauseMs = 1_000;
/** A member of a group without a heartbeat for this time loses its partitions to the other members. Milliseconds. */
const sessionMs = 10_000;
const heartbeatMs = 3_000;
/** A handler without progress for this time is stuck: another process gets its partitions. Milliseconds. */
const stuckMs = 60_000;

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
      let joining: Promise<void> | undefined;
      const stopping = new AbortController();
      const eachBatch = inSlices(handle, { topic, group });

      const join = async (fresh: Consumer): Promise<void> => {
        await fresh.subscribe({ topic: prefix + topic, fromBeginning: true });
        await fresh.run({
          eachBatchAutoResolve: false,
          partitionsConsumedConcurrently: Math.min(3, topics[topic].partitions),
          eachBatch,
        });
        client = fresh;
      };

      const subscribe = async (): Promise<void> => {
        const fresh = kafka.consumer({
          groupId: prefix + group,
          // a broker would create the topic with its own defaults, and partitions never change
          allowAutoTopicCreation: false,
          sessionTimeout: sessionMs,
          heartbeatInterval: heartbeatMs,
          rebalanceTimeout: 20_000,
          // a long poll: the broker responds as soon as it has a record
          maxWaitTimeInMs: 2_500,
          retry: {
            initialRetryTime: 100,
            maxRetryTime: 2_000,
            retries: 10,
            // the listener below connects again: kafkajs would also join a group that we have left meanwhile
            restartOnFailure: async () => false,
          },
        });
        fresh.on(fresh.events.CRASH, ({ payload }) => {
          if (stopping.signal.aborted) return;
          // for example the coordinator of the group is not available yet
          logger.warn({ err: payload.error, topic }, "consumer crashed, connecting again");
          void pause(connectPauseMs).then(subscribeUntilDone);
        });
        try {
          await fresh.connect();
          if (stopping.signal.aborted) return await fresh.disconnect();
          joining = join(fresh);
          await joining;
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
        start: async () => void subscribeUntilDone(),
        // waits for no connection: to a broker that is away it takes many seconds
        stop: async () => {
          stopping.abort();
          await joining?.catch(() => undefined);
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
export const inSlices =
  (handle: BatchHandler, consumer: Pick<Batch, "topic" | "group">) =>
  async (payload: EachBatchPayload): Promise<void> => {
    const { messages, partition } = payload.batch;
    for (let from = 0; from < messages.length; from += batchSize) {
      if (!payload.isRunning() || payload.isStale()) return;
      const records = messages.slice(from, from + batchSize);
      const last = records.at(-1)?.offset ?? "";
      let isPostponed = false;
      const beats = heartbeats(payload.heartbeat);
      await handle({
        ...consumer,
        partition,
        records,
        heartbeat: beats.now,
        redeliverAfter: (ms) => {
          isPostponed = true;
          const resume = payload.pause();
          setTimeout(resume, ms);
        },
      }).finally(beats.stop);
      if (isPostponed) return;
      payload.resolveOffset(last);
      await payload.heartbeat();
      await payload.commitOffsetsIfNecessary(payload.uncommittedOffsets());
    }
  };

/**
 * Keeps the partition while a handler works: kafkajs sends no heartbeat before all that it has fetched is handled. A
 * member that lost its partition would get the same records again, and lose it again.
 */
function heartbeats(send: () => Promise<void>) {
  let progressAt = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - progressAt > stuckMs) return clearInterval(timer);
    // the next heartbeat of the handler, or the one after it, fails too
    send().catch(() => undefined);
  }, heartbeatMs);
  return {
    /** After progress. Rejects when another member has got the partition. */
    now: (): Promise<void> => {
      progressAt = performance.now();
      return send();
    },
    stop: () => clearInterval(timer),
  };
}
