import type { KafkaConfig, Logger } from "@matinale/kit";
import {
  Kafka,
  logLevel,
  type Admin,
  type KafkaConfig as KafkaOptions,
  type logCreator,
} from "kafkajs";
import { replaceIdleTimers } from "./kafkajs-idle-timers.ts";

replaceIdleTimers();

/**
 * kafkajs logs an error at each attempt to reach a broker that is down; here it is a warning. Its correlation id is the
 * number of a call to the broker: under the name of ours it would hide it.
 */
const logTo =
  (logger: Logger): logCreator =>
  () =>
  ({ level, log }) => {
    const { message, timestamp: _, stack: _stack, correlationId: kafkaCall, ...details } = log;
    logger[level <= logLevel.WARN ? "warn" : "debug"]({ ...details, kafkaCall }, message);
  };

type Access = Omit<KafkaConfig, "KAFKA_PREFIX">;

/** TLS with the authorities that Node trusts, and the configured credentials. */
export function accessOf(config: Access): Pick<KafkaOptions, "ssl" | "sasl"> {
  const { KAFKA_SSL: ssl = false, KAFKA_SASL_MECHANISM: mechanism } = config;
  const { KAFKA_SASL_USERNAME: username = "", KAFKA_SASL_PASSWORD: password = "" } = config;
  if (mechanism === undefined) return { ssl };
  const credentials = { username, password };
  switch (mechanism) {
    case "plain":
      return { ssl, sasl: { mechanism, ...credentials } };
    case "scram-sha-256":
      return { ssl, sasl: { mechanism, ...credentials } };
    case "scram-sha-512":
      return { ssl, sasl: { mechanism, ...credentials } };
  }
}

/** Few retries: the relay and the consumers try again without end. */
export const kafkaClient = (
  config: Access,
  { service, logger }: { service: string; logger: Logger },
): Kafka =>
  new Kafka({
    clientId: service,
    brokers: config.KAFKA_BROKERS,
    ...accessOf(config),
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 4 },
    logLevel: logLevel.WARN,
    logCreator: logTo(logger),
  });

/** Runs `use` with an admin client that is connected meanwhile. */
export async function withAdmin<T>(kafka: Kafka, use: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await use(admin);
  } finally {
    await admin.disconnect();
  }
}
