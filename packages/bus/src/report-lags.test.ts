import { gauge } from "@matinale/kit";
import { silentLogger } from "@matinale/kit/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportLags } from "./report-lags.ts";
import type { ConsumerLag } from "./transport.ts";

const everyMs = 30_000;
const lag = { group: "content.user.changed", topic: "user.changed", partition: 1, records: 7 };
const reported = async () => {
  const { values } = await gauge("bus_consumer_lag").get();
  return values.map(({ labels, value }) => [labels.group, value]);
};

let read: () => Promise<ConsumerLag[]>;
let logged: ReturnType<typeof vi.spyOn>;
let worker: ReturnType<typeof reportLags>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  logged = vi.spyOn(silentLogger, "error");
  read = async () => [lag as ConsumerLag];
  worker = reportLags({ lags: () => read() }, silentLogger);
  await worker.start();
  await vi.advanceTimersByTimeAsync(1);
});
afterEach(async () => {
  await worker.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("reports no lag while Kafka refuses connections, and one error for each attempt", async () => {
  expect(await reported()).toEqual([["content.user.changed", 7]]);
  read = () => Promise.reject(new Error("ECONNREFUSED"));
  await vi.advanceTimersByTimeAsync(4 * everyMs);
  expect(await reported()).toEqual([]);
  expect(logged).toHaveBeenCalledTimes(4);
  read = async () => [lag as ConsumerLag];
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(await reported()).toEqual([["content.user.changed", 7]]);
});

test("reports no lag after 10 seconds without a response, and stops at once", async () => {
  read = () => new Promise(() => {});
  await vi.advanceTimersByTimeAsync(everyMs + 10_000);
  expect(await reported()).toEqual([]);
  await vi.advanceTimersByTimeAsync(everyMs);
  await worker.stop();
});

test("drops the series of a group that is gone", async () => {
  read = async () => [{ ...lag, group: "billing.user.changed" } as ConsumerLag];
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(await reported()).toEqual([["billing.user.changed", 7]]);
});
