import { isDatabaseAway, type Logger } from "@matinale/kit";
import type { Policy } from "../transport.ts";
import { consumed } from "./metrics.ts";

const pauseMs = 1_000;

/** While the database is down, records are delivered again until it is back: none is lost or a dead letter. */
export const databasePause =
  (logger: Logger): Policy =>
  (next) =>
  async (batch) => {
    try {
      await next(batch);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      const { topic } = batch;
      logger.warn({ err: error, topic }, "consumer paused, waiting for the database");
      consumed.inc({ topic, outcome: "waited" });
      batch.redeliverAfter(pauseMs);
    }
  };
