import { setTimeout as pause } from "node:timers/promises";
import { topics, type TopicName } from "@matinale/contracts";
import { counter, gauge, histogram, isDatabaseAway, type Logger, type Worker } from "@matinale/kit";
import type { Consumer as KafkaConsumer, EachBatchPayload, Kafka, KafkaMessage } from "kafkajs";
import type { Consumer } from "./consumer.ts";
import { UndecodableMessage } from "./received.ts";

export interface DeadLetter {
  topic: TopicName;
  record: KafkaMessage;
  partition: number;
  group: string;
  reason: string;
  attempts: number;
}

const consumed = counter("bus_consumed_total");
const lag = gauge("bus_consumer_lag");
const took = histogram("bus_handle_duration_seconds");

/** Records that the handler gets at once, at most. */
const batchSize = 200;
const maxAttempts = 3;
const databasePauseMs = 1_000;
const connectPauseMs = 1_000;
/** A new cluster has no group coordinator for a moment; kafkajs stops trying after a second. */
const coordinatorMissing = "KafkaJSGroupCoordinatorNotFound";

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);

interface ConsumerWorkerOptions {
  kafka: Kafka;
  prefix: string;
  group: string;
  consumer: Consumer;
  sendDeadLetter: (deadLetter: DeadLetter) => Promise<void>;
  logger: Logger;
  /** Called when the consumer cannot restart; the process should end. */
  onCrash: (error: Error) => void;
}

/** The worker that runs one consumer in its group. */
export function consumerWorker(options: ConsumerWorkerOptions): Worker {
  const { kafka, consumer, logger, sendDeadLetter } = options;
  const labels = { topic: consumer.topic };
  // Prometheus sees no increase in a series whose first value is 1
  for (const outcome of ["processed", "dead_letter", "waited"])
    consumed.inc({ ...labels, outcome }, 0);
  let client: KafkaConsumer | undefined;
  const stopping = new AbortController();
  let connecting: Promise<void> | undefined;

  /** One record alone: three attempts, then it becomes a dead letter, so that the next record can be processed. */
  const processOne = async (record: KafkaMessage, batch: EachBatchPayload): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await consumer.process([record]);
        consumed.inc({ ...labels, outcome: "processed" });
        return;
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        if (attempt < maxAttempts && !(error instanceof UndecodableMessage)) {
          await pause(50 * 4 ** attempt * Math.random());
          continue;
        }
        logger.error(
          { err: error, ...labels, offset: record.offset, attempt },
          "handling a record failed, it becomes a dead letter",
        );
        const { partition } = batch.batch;
        const deadLetter = { topic: consumer.topic, record, partition, group: options.group };
        await sendDeadLetter({ ...deadLetter, reason: reasonOf(error), attempts: attempt });
        consumed.inc({ ...labels, outcome: "dead_letter" });
        return;
      }
    }
  };

  /** Many records in one call. When the call fails, each record alone: one bad record does not hold up the others. */
  const processBatch = async (records: KafkaMessage[], batch: EachBatchPayload): Promise<void> => {
    const end = took.startTimer(labels);
    try {
      await consumer.process(records);
      consumed.inc({ ...labels, outcome: "processed" }, records.length);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      for (const record of records) {
        await processOne(record, batch);
        await batch.heartbeat();
      }
    } finally {
      end();
    }
  };

  /**
   * Tries again while the database is down: no offset is committed, so no record is lost.
   *
   * @returns false when the consumer stopped or lost the partition meanwhile
   */
  const processOrWait = async (
    records: KafkaMessage[],
    batch: EachBatchPayload,
  ): Promise<boolean> => {
    for (;;) {
      try {
        await processBatch(records, batch);
        return true;
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        logger.warn({ err: error, ...labels }, "consumer paused, waiting for the database");
        consumed.inc({ ...labels, outcome: "waited" });
        await batch.heartbeat();
        if (!batch.isRunning() || batch.isStale()) return false;
        await pause(databasePauseMs);
      }
    }
  };

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const { batch } = payload;
    for (let from = 0; from < batch.messages.length; from += batchSize) {
      if (!payload.isRunning() || payload.isStale()) return;
      const records = batch.messages.slice(from, from + batchSize);
      const last = records.at(-1);
      if (last === undefined || !(await processOrWait(records, payload))) return;
      payload.resolveOffset(last.offset);
      lag.set(
        { ...labels, partition: String(batch.partition) },
        Math.max(0, Number(batch.highWatermark) - Number(last.offset) - 1),
      );
      await payload.heartbeat();
      await payload.commitOffsetsIfNecessary();
    }
  };

  const connect = async (): Promise<void> => {
    const fresh = kafka.consumer({
      groupId: options.prefix + options.group,
      sessionTimeout: 10_000,
      heartbeatInterval: 3_000,
      rebalanceTimeout: 20_000,
      // a long poll: the broker responds as soon as it has a record
      maxWaitTimeInMs: 2_500,
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 10 },
    });
    fresh.on(fresh.events.CRASH, ({ payload }) => {
      if (payload.restart || stopping.signal.aborted) return;
      if (payload.error.name !== coordinatorMissing) return options.onCrash(payload.error);
      connecting = (connecting ?? Promise.resolve())
        .then(() => pause(connectPauseMs))
        .then(connectUntilDone);
    });
    try {
      await fresh.connect();
      await fresh.subscribe({ topic: options.prefix + consumer.topic, fromBeginning: true });
      await fresh.run({
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: Math.min(3, topics[consumer.topic].partitions),
        eachBatch,
      });
      client = fresh;
    } catch (error) {
      await fresh.disconnect().catch(() => {});
      throw error;
    }
  };

  /** Kafka may be down when a service starts: the service serves requests, and consumes once Kafka is up. */
  const connectUntilDone = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await connect();
      } catch (error) {
        logger.warn({ err: error, ...labels }, "connecting to kafka failed, retrying");
        await pause(connectPauseMs);
      }
    }
  };

  return {
    start: async () => {
      connecting = connectUntilDone();
    },
    stop: async () => {
      stopping.abort();
      await connecting;
      await client?.disconnect();
    },
  };
}
