import { gauge, ticker, type Logger, type Worker } from "@matinale/kit";
import { timeout, TimeoutStrategy } from "cockatiel";
import type { Transport } from "./transport.ts";

const lag = gauge("bus_consumer_lag");

/** A broker that accepts connections and sends no response must not keep the last values. Milliseconds. */
const readMs = 10_000;

/**
 * Reports how far every consumer group is behind, every 30 seconds. Every service reports all groups, so the lag
 * of a service that stands still or does not run is seen too. While Kafka is away, nothing is reported.
 */
export const reportLags = (transport: Pick<Transport, "lags">, logger: Logger): Worker => {
  const inTime = timeout(readMs, TimeoutStrategy.Aggressive);
  return ticker({
    name: "report-consumer-lag",
    everyMs: 30_000,
    logger,
    run: async (signal) => {
      const lags = await inTime.execute(() => transport.lags(), signal).finally(() => lag.reset());
      for (const { group, topic, partition, records } of lags) {
        lag.set({ group, topic, partition: String(partition) }, records);
      }
    },
  });
};
