import { startTemporaryDevServices } from "./temporary-dev-services.ts";

/**
 * Vitest's global setup for integration tests: Kafka, MongoDB and Redis of their own, named by the variables that
 * the services read. What those variables already name is used instead.
 */
export async function setup(): Promise<() => Promise<void>> {
  const backing = await startTemporaryDevServices("test", (line) => process.stderr.write(`${line}\n`));
  const { kafka, mongodb, redis } = backing;
  process.env["KAFKA_BROKERS"] = kafka.url;
  process.env["MONGODB_URI"] = mongodb.url;
  process.env["REDIS_URL"] = redis.url;
  return () => backing.stop();
}
