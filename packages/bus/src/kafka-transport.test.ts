import { silentLogger as logger } from "@matinale/kit/testing";
import { Kafka, type Consumer, type EachBatchPayload } from "kafkajs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inSlices, kafkaTransport } from "./kafka-transport.ts";
import type { BatchHandler } from "./transport.ts";

const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Hands a batch of one record to a handler; what the handler and kafkajs do, in order. */
function handing(handle: BatchHandler) {
  const steps: string[] = [];
  const log = (step: string) => async () => void steps.push(step);
  const payload = {
    batch: { partition: 0, messages: [{ offset: "7" }] },
    isRunning: () => true,
    isStale: () => false,
    heartbeat: log("heartbeat"),
    pause: () => () => undefined,
    resolveOffset: (offset: string) => void steps.push(`handled ${offset}`),
    uncommittedOffsets: () => ({ topics: [] }),
    commitOffsetsIfNecessary: log("commit"),
  } as unknown as EachBatchPayload;
  const done = inSlices(handle, { topic: "user.changed", group: "test.user.changed" })(payload);
  return { done, steps };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("commits a slice after it is handled", async () => {
  const { done, steps } = handing(async () => undefined);
  await done;
  expect(steps).toEqual(["handled 7", "heartbeat", "commit"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("commits nothing of a slice that is to be delivered again", async () => {
  const { done, steps } = handing(async ({ redeliverAfter }) => redeliverAfter(1_000));
  await done;
  expect(steps).toEqual([]);
});

test("keeps the partition while a slow handler works", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { done, steps } = handing(() => promise);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(steps).toEqual(["heartbeat", "heartbeat", "heartbeat", "heartbeat"]);
  resolve();
  await done;
  expect(steps.slice(4)).toEqual(["handled 7", "heartbeat", "commit"]);
});

test("leaves the partition of a stuck handler to another process", async () => {
  const { steps } = handing(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(steps).toHaveLength(20);
});

test("keeps the partition of a handler that makes progress", async () => {
  const { done, steps } = handing(async ({ heartbeat }) => {
    for (const _record of [1, 2, 3]) {
      await pause(50_000);
      await heartbeat();
    }
  });
  await vi.advanceTimersByTimeAsync(150_000);
  await done;
  expect(steps.filter((step) => step === "heartbeat").length).toBeGreaterThan(50);
});

test("lets no broker create the topic that it reads, with other partitions and settings", async () => {
  const consumer = vi.spyOn(Kafka.prototype, "consumer").mockReturnValue({
    on: () => () => undefined,
    events: { CRASH: "consumer.crash" },
    connect: () => new Promise(() => undefined),
  } as unknown as Consumer);
  const config = { KAFKA_BROKERS: ["127.0.0.1:1"], KAFKA_PREFIX: "" };
  const worker = kafkaTransport(config, { service: "test", logger }).subscribe({
    topic: "user.changed",
    group: "test.user.changed",
    handle: async () => undefined,
  });
  await worker.start();
  await worker.stop();
  expect(consumer).toHaveBeenCalledWith(expect.objectContaining({ allowAutoTopicCreation: false }));
});
