import type { TopicName } from "@matinale/contracts";
import { counter, gauge, histogram } from "@matinale/kit";
import type { Policy } from "../transport.ts";

export const consumed = counter("bus_consumed_total");
const lag = gauge("bus_consumer_lag");
const took = histogram("bus_handle_duration_seconds");

/** Prometheus sees no increase in a series whose first value is 1. */
export function prepareMetrics(topic: TopicName): void {
  for (const outcome of ["processed", "dead_letter", "waited"]) consumed.inc({ topic, outcome }, 0);
}

/** Around all attempts: their time, and the lag once the batch is done. */
export const measureBatches: Policy = (next) => async (batch) => {
  const { topic, partition } = batch;
  const end = took.startTimer({ topic });
  try {
    await next(batch);
  } finally {
    end();
  }
  lag.set({ topic, partition: String(partition) }, batch.behind);
};

/** Around one attempt. */
export const countProcessed: Policy = (next) => async (batch) => {
  await next(batch);
  consumed.inc({ topic: batch.topic, outcome: "processed" }, batch.records.length);
};
