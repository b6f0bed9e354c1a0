import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "./kafka-client.ts";

interface Queue {
  inflight: Map<number, object>;
  scheduleRequestTimeoutCheck(): void;
  scheduleCheckPendingRequests(): void;
  destroy(): void;
}
const RequestQueue = createRequire(import.meta.url)("kafkajs/src/network/requestQueue") as new (
  options: object,
) => Queue;

const queueOf = () =>
  new RequestQueue({
    instrumentationEmitter: null,
    maxInFlightRequests: null,
    requestTimeout: 10_000,
    enforceRequestTimeout: true,
    clientId: "test",
    broker: "127.0.0.1:9092",
    logger: { namespace: () => ({ debug: () => {}, error: () => {} }) },
    isConnected: () => true,
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("runs no timer on a connection with nothing to send", () => {
  queueOf().scheduleCheckPendingRequests();
  expect(vi.getTimerCount()).toBe(0);
});

test("fails a request without a response within two seconds of its timeout", () => {
  const queue = queueOf();
  const onTimeout = vi.fn<() => void>();
  const request = { sentAt: Date.now(), requestTimeout: 10_000, timeoutRequest: onTimeout };
  queue.scheduleRequestTimeoutCheck();
  queue.inflight.set(1, request);
  vi.advanceTimersByTime(10_000);
  expect(onTimeout).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(onTimeout).toHaveBeenCalled();
  queue.destroy();
  expect(vi.getTimerCount()).toBe(0);
});
