import { createRequire } from "node:module";

interface Request {
  sentAt: number;
  requestTimeout: number;
  timeoutRequest(): void;
}

interface RequestQueue {
  pending: unknown[];
  throttledUntil: number;
  inflight: Map<number, Request>;
  enforceRequestTimeout: boolean;
  requestTimeoutIntervalId: NodeJS.Timeout | null;
  isConnected(): boolean;
  destroy(): void;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
}

/** A request with a timeout of ten seconds fails after twelve at the latest. Milliseconds. */
const checkEveryMs = 2_000;

/**
 * Replaces two timers that kafkajs 2.2.4 has on every connection. One of 1 ms starts again without end
 * (tulios/kafkajs#1704) and costs an idle service 5 % of a core; no request needs it while none is pending or
 * throttled. The other checks the timeouts of requests ten times a second: with the eight connections of a
 * service, these are most of its wake-ups when it is idle. Without this the idle gate of `bench/memory` fails.
 */
export function replaceIdleTimers(): void {
  const load = createRequire(import.meta.url);
  const queue = load("kafkajs/src/network/requestQueue") as { prototype: RequestQueue };
  const original = queue.prototype.scheduleCheckPendingRequests;
  queue.prototype.scheduleCheckPendingRequests = function whenNeeded(this: RequestQueue) {
    if (this.pending.length === 0 && this.throttledUntil <= Date.now()) return;
    original.call(this);
  };
  queue.prototype.scheduleRequestTimeoutCheck = function everyTwoSeconds(this: RequestQueue) {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    const check = () => {
      for (const request of this.inflight.values()) {
        if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
      }
      if (!this.isConnected()) this.destroy();
    };
    this.requestTimeoutIntervalId = setInterval(check, checkEveryMs);
  };
}
