import { unusableMongo } from "@matinale/kit/mongo";
import kafkajs from "kafkajs";

/** One line for the operator when Kafka or MongoDB cannot be used; null for another error. */
export function unusableStore(error: unknown): string | null {
  const advice =
    error instanceof kafkajs.KafkaJSError
      ? `Kafka cannot be used (${error.message}): start it or correct KAFKA_BROKERS`
      : unusableMongo(error);
  return advice === null ? null : `${advice}; doctor checks it`;
}
