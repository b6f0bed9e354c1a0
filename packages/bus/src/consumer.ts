import { randomUUID } from "node:crypto";
import { topics, type TopicName } from "@matinale/contracts";
import {
  beginSpan,
  counter,
  gauge,
  histogram,
  isDatabaseAway,
  withContext,
  type Logger,
  type Span,
  type Worker,
} from "@matinale/kit";
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from "kafkajs";
import { read, UndecodableMessage, type Received } from "./received.ts";

/** One handler of one topic: a consumer group of its own, named `<service>.<handler>`. */
export interface Subscription {
  handler: string;
  topic: TopicName;
  /** Handles records of one partition, oldest first; rejects with UndecodableMessage or the handler's error. */
  process(records: KafkaMessage[]): Promise<void>;
}

/**
 * Binds a handler to a topic. It gets events of one partition in order, each at least once, so it must
 * be safe to repeat: a projection guarded by version, or an insert under a deterministic id. It may
 * take 5 s at most; longer work is a job of its own.
 */
export function subscription<T extends TopicName>(options: {
  handler: string;
  topic: T;
  handle: (events: Received<T>[]) => Promise<void>;
}): Subscription {
  const { handler, topic, handle } = options;
  return {
    handler,
    topic,
    process: (records) => {
      const events = records.map((each) => read(topic, each));
      const [first] = events;
      if (first === undefined) return Promise.resolve();
      const correlationId = first.correlationId || randomUUID();
      const causes = { correlationId, causationId: first.id };
      const spans = events.flatMap((event) => beginHandling(handler, topic, event) ?? []);
      if (spans.length === 0) return withContext(causes, () => handle(events));
      const [{ traceparent }] = spans as [Span];
      return withContext({ ...causes, traceparent }, () => handle(events)).then(
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
function beginHandling<T extends TopicName>(
  handler: string,
  topic: T,
  event: Received<T>,
): Span | undefined {
  const span = beginSpan(`${topic} ${handler}`, "consumer", {
    parent: event.traceparent,
    attributes: { "messaging.system": "kafka", "messaging.destination.name": topic },
  });
  if (span !== undefined) event.traceparent = span.traceparent;
  return span;
}

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

const chunk = 200;
const attempts = 3;
const databasePauseMs = 1_000;
const connectPauseMs = 1_000;
/** A new cluster has no group coordinator for a moment; kafkajs gives up after a second. */
const coordinatorMissing = "KafkaJSGroupCoordinatorNotFound";

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);

export interface ConsumerOptions {
  kafka: Kafka;
  prefix: string;
  group: string;
  subscription: Subscription;
  sendDeadLetter: (deadLetter: DeadLetter) => Promise<void>;
  logger: Logger;
  /** Called when the consumer cannot restart; the process should end. */
  onDeath: (error: Error) => void;
  /** Milliseconds; replaced in tests. */
  pause?: (ms: number) => Promise<void>;
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

export function consumer(options: ConsumerOptions): Worker {
  const { kafka, subscription: sub, logger, sendDeadLetter, pause = wait } = options;
  const labels = { topic: sub.topic, handler: sub.handler };
  // Prometheus sees no increase in a series whose first value is 1
  for (const outcome of ["processed", "dead_letter", "waited"])
    consumed.inc({ ...labels, outcome }, 0);
  let client: Consumer | undefined;
  const stopping = new AbortController();
  let connecting: Promise<void> | undefined;

  /** One record alone: three attempts, then it becomes a dead letter, so that the partition goes on. */
  const single = async (record: KafkaMessage, batch: EachBatchPayload): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await sub.process([record]);
        consumed.inc({ ...labels, outcome: "processed" });
        return;
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        if (attempt < attempts && !(error instanceof UndecodableMessage)) {
          await pause(50 * 4 ** attempt * Math.random());
          continue;
        }
        logger.error(
          { err: error, ...labels, offset: record.offset, attempt },
          "record became a dead letter",
        );
        const { partition } = batch.batch;
        const deadLetter = { topic: sub.topic, record, partition, group: options.group };
        await sendDeadLetter({ ...deadLetter, reason: reasonOf(error), attempts: attempt });
        consumed.inc({ ...labels, outcome: "dead_letter" });
        return;
      }
    }
  };

  const several = async (records: KafkaMessage[], batch: EachBatchPayload): Promise<void> => {
    const end = took.startTimer({ handler: sub.handler });
    try {
      await sub.process(records);
      consumed.inc({ ...labels, outcome: "processed" }, records.length);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      for (const record of records) {
        await single(record, batch);
        await batch.heartbeat();
      }
    } finally {
      end();
    }
  };

  /** Waits while the database is down: nothing is committed, so nothing is lost. */
  const untilStored = async (
    records: KafkaMessage[],
    batch: EachBatchPayload,
  ): Promise<boolean> => {
    for (;;) {
      try {
        await several(records, batch);
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
    for (let from = 0; from < batch.messages.length; from += chunk) {
      if (!payload.isRunning() || payload.isStale()) return;
      const records = batch.messages.slice(from, from + chunk);
      const last = records.at(-1);
      if (last === undefined || !(await untilStored(records, payload))) return;
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
      // a long poll: the broker answers as soon as there is a record
      maxWaitTimeInMs: 2_500,
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 10 },
    });
    fresh.on(fresh.events.CRASH, ({ payload }) => {
      if (payload.restart || stopping.signal.aborted) return;
      if (payload.error.name !== coordinatorMissing) return options.onDeath(payload.error);
      connecting = (connecting ?? Promise.resolve())
        .then(() => pause(connectPauseMs))
        .then(connectUntilDone);
    });
    try {
      await fresh.connect();
      await fresh.subscribe({ topic: options.prefix + sub.topic, fromBeginning: true });
      await fresh.run({
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: Math.min(3, topics[sub.topic].partitions),
        eachBatch,
      });
      client = fresh;
    } catch (error) {
      await fresh.disconnect().catch(() => {});
      throw error;
    }
  };

  /** Kafka may be down when a service starts: the service serves, and consumes once Kafka is back. */
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
