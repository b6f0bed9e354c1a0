import type { DevServices } from "@matinale/dev-services";
import { freePort } from "@matinale/dev-services";
import { serviceNames, type ServiceName } from "@matinale/contracts";

/** Variables as in production, the same for all services: each takes what it knows. Providers are nowhere. */
export async function productionEnvironment(
  name: ServiceName,
  { kafka, mongodb, redis }: DevServices,
  prefix: string,
): Promise<Record<string, string>> {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const urls = serviceNames.map((service) => [`${service.toUpperCase()}_URL`, nowhere]);
  return {
    ...Object.fromEntries(urls),
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    LOG_LEVEL: "warn",
    PUBLIC_URL: "https://matinale.example",
    INTERNAL_TOKEN_SECRET: "internal-token-secret-of-image-checks",
    SESSION_SECRET: "session-secret-of-image-checks-only",
    MEDIA_SECRET: "media-secret-of-the-image-checks-only",
    TRIAL_HASH_SECRET: "trial-hash-secret-of-the-image-checks",
    REDIS_URL: redis.url,
    MONGODB_URI: mongodb.url,
    MONGODB_DATABASE: `matinale_images_${name}`,
    KAFKA_BROKERS: kafka.url,
    KAFKA_PREFIX: prefix,
    FEED_CATALOGUE_URL: `${nowhere}/catalogue.json`,
    WHATSAPP_API_URL: nowhere,
    WHATSAPP_PHONE_NUMBER_ID: "1",
    WHATSAPP_BUSINESS_NUMBER: "33700000000",
    APP_URL: "https://matinale.example",
    WHATSAPP_TOKEN: "token",
    WHATSAPP_APP_SECRET: "app-secret",
    WHATSAPP_VERIFY_TOKEN: "verify-token",
  };
}
