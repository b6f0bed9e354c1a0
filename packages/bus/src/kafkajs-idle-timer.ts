import { createRequire } from "node:module";

interface RequestQueue {
  pending: unknown[];
  throttledUntil: number;
  scheduleCheckPendingRequests(): void;
}

/**
 * kafkajs 2.2.4 re-arms a timer of 1 ms on every connection for ever (tulios/kafkajs#1704), which costs
 * an idle service 5 % of a core. Nothing needs the timer while nothing is pending or throttled.
 */
export function calmIdleTimer(): void {
  const load = createRequire(import.meta.url);
  const queue = load("kafkajs/src/network/requestQueue") as { prototype: RequestQueue };
  const original = queue.prototype.scheduleCheckPendingRequests;
  queue.prototype.scheduleCheckPendingRequests = function calm(this: RequestQueue) {
    if (this.pending.length === 0 && this.throttledUntil <= Date.now()) return;
    original.call(this);
  };
}
