import { gauge, ticker, type Logger, type Worker } from "@matinale/kit";
import type { Transport } from "./transport.ts";

const lag = gauge("bus_consumer_lag");

/**
 * Reports how far every consumer group is behind, every 15 seconds. Every service reports all groups, so the lag
 * of a service that stands still or does not run is seen too. While Kafka is away, nothing is reported.
 */
export const reportLags = (transport: Pick<Transport, "lags">, logger: Logger): Worker =>
  ticker({
    name: "report-consumer-lag",
    everyMs: 15_000,
    logger,
    run: async () => {
      const lags = await transport.lags().catch((error: unknown) => {
        lag.reset();
        throw error;
      });
      lag.reset();
      for (const { group, topic, partition, records } of lags) {
        lag.set({ group, topic, partition: String(partition) }, records);
      }
    },
  });
