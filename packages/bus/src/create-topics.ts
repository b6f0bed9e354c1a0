/** Creates the topics of the catalogue and gives them its settings: run once before the services, and after each upgrade. */
import { createLogger, kafkaEnv, loadConfig } from "@matinale/kit";
import { z } from "zod";
import { ensureTopics } from "./topics.ts";

const config = loadConfig(
  z.object({ ...kafkaEnv, KAFKA_REPLICAS: z.coerce.number().int().min(1).default(1) }),
);
await ensureTopics(config, {
  logger: createLogger({ service: "create-topics", level: "info" }),
  replicas: config.KAFKA_REPLICAS,
});
