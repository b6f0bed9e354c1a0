import type { TopicName } from "@matinale/contracts";
import { counter, histogram } from "@matinale/kit";
import type { Policy } from "../transport.ts";

export const consumed = counter("bus_consumed_total");
const took = histogram("bus_handle_duration_seconds");

export function prepareMetrics(topic: TopicName): void {
  counter("bus_consumed_total", {
    topic: [topic],
    outcome: ["processed", "dead_letter", "waited"],
  });
}

/** Measures the time of a batch with all its attempts. */
export const measureBatches: Policy = (next) => async (batch) => {
  const end = took.startTimer({ topic: batch.topic });
  try {
    await next(batch);
  } finally {
    end();
  }
};

/** Counts a batch that one attempt has processed. */
export const countProcessed: Policy = (next) => async (batch) => {
  await next(batch);
  consumed.inc({ topic: batch.topic, outcome: "processed" }, batch.records.length);
};
