import { fileURLToPath } from "node:url";
import { runCommand, type DevServices } from "@matinale/dev-services";
import { databaseOf, prefixOf } from "./backing.ts";
import { secret, startService } from "./child.ts";

/** Id of the sending number of this run. */
export const senderOf = (stamp: string): string => String(parseInt(stamp, 16));

/** Variables with which the processes of a run find its topics and its database. */
export const placesOf = (backing: DevServices, stamp: string) => ({
  kafka: { KAFKA_BROKERS: backing.kafka.url, KAFKA_PREFIX: prefixOf(stamp) },
  mongo: { MONGODB_URI: backing.mongodb.url, MONGODB_DATABASE: databaseOf(stamp) },
});

const topicsScript = fileURLToPath(
  new URL("../../packages/bus/src/create-topics.ts", import.meta.url),
);

export const createTopics = (kafka: { KAFKA_BROKERS: string; KAFKA_PREFIX: string }) =>
  runCommand(process.execPath, [topicsScript], {
    env: { ...process.env, ...kafka, LOG_LEVEL: "fatal" },
  });

export const appSecret = "app-secret";

/** The delivery service as in production, with its own sending number. */
export function startDelivery(backing: DevServices, stamp: string, env: NodeJS.ProcessEnv) {
  const { kafka, mongo } = placesOf(backing, stamp);
  return startService("delivery", {
    TRIAL_HASH_SECRET: secret,
    ...kafka,
    ...mongo,
    REDIS_URL: backing.redis.url,
    WHATSAPP_API_URL: "http://127.0.0.1:9",
    WHATSAPP_PHONE_NUMBER_ID: senderOf(stamp),
    WHATSAPP_TOKEN: "token",
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: "verify",
    WHATSAPP_BUSINESS_NUMBER: "33700000000",
    CONTENT_URL: "http://127.0.0.1:9",
    APP_URL: "http://127.0.0.1",
    ...env,
  });
}
