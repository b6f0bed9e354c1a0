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

/** A request that has ten seconds may be given up two seconds late. Milliseconds. */
const lookEveryMs = 2_000;

/**
 * kafkajs 2.2.4 keeps two timers on every connection. One of 1 ms is armed again for ever
 * (tulios/kafkajs#1704) and costs an idle service 5 % of a core; nothing needs it while nothing is pending
 * or throttled. The other looks ten times a second for requests that have waited too long: with the eight
 * connections of a service, most of what wakes it when nothing happens.
 */
export function calmIdleTimers(): void {
  const load = createRequire(import.meta.url);
  const queue = load("kafkajs/src/network/requestQueue") as { prototype: RequestQueue };
  const original = queue.prototype.scheduleCheckPendingRequests;
  queue.prototype.scheduleCheckPendingRequests = function calm(this: RequestQueue) {
    if (this.pending.length === 0 && this.throttledUntil <= Date.now()) return;
    original.call(this);
  };
  queue.prototype.scheduleRequestTimeoutCheck = function seldom(this: RequestQueue) {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    const look = () => {
      for (const request of this.inflight.values()) {
        if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
      }
      if (!this.isConnected()) this.destroy();
    };
    this.requestTimeoutIntervalId = setInterval(look, lookEveryMs);
  };
}
