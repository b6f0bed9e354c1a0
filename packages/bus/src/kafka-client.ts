import type { KafkaConfig, Logger } from "@matinale/kit";
import { Kafka, logLevel, type logCreator } from "kafkajs";
import { calmIdleTimer } from "./kafkajs-idle-timer.ts";

calmIdleTimer();

/** kafkajs calls a broker that is away an error each time it tries again; here it is a warning. */
const logTo =
  (logger: Logger): logCreator =>
  () =>
  ({ level, log }) => {
    const { message, timestamp: _timestamp, stack: _stack, ...details } = log;
    logger[level <= logLevel.WARN ? "warn" : "debug"](details, message);
  };

/** Retries stay short: the relay and the consumers try again by themselves, for as long as it takes. */
export const kafkaClient = (
  { KAFKA_BROKERS }: Pick<KafkaConfig, "KAFKA_BROKERS">,
  { service, logger }: { service: string; logger: Logger },
): Kafka =>
  new Kafka({
    clientId: service,
    brokers: KAFKA_BROKERS,
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 4 },
    logLevel: logLevel.WARN,
    logCreator: logTo(logger),
  });
