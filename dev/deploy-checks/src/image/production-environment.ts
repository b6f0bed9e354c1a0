import { type DevServices, freePort } from "@matinale/dev-services";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { completeProductFile } from "@matinale/kit/testing";

/** Variables as in production, for every service. Each reads the ones that it knows. Providers are unreachable. */
export async function productionEnvironment(
  name: ServiceName,
  devServices: DevServices,
  prefix: string,
): Promise<Record<string, string>> {
  const unreachable = `http://127.0.0.1:${await freePort()}`;
  const urls = serviceNames.map((service) => [`${service.toUpperCase()}_URL`, unreachable]);
  return {
    ...Object.fromEntries(urls),
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    LOG_LEVEL: "warn",
    PRODUCT_FILE: completeProductFile(),
    PUBLIC_URL: "https://matinale.example",
    INTERNAL_TOKEN_SECRET: "internal-token-secret-of-image-checks",
    SESSION_SECRET: "session-secret-of-image-checks-only",
    MEDIA_SECRET: "media-secret-of-the-image-checks-only",
    TRIAL_HASH_SECRET: "trial-hash-secret-of-the-image-checks",
    ...devServices.env,
    MONGODB_DATABASE: `matinale_images_${name}`,
    KAFKA_PREFIX: prefix,
    FEED_CATALOGUE_URL: `${unreachable}/catalogue.json`,
    WHATSAPP_API_URL: unreachable,
    WHATSAPP_PHONE_NUMBER_ID: "1",
    WHATSAPP_BUSINESS_NUMBER: "33700000000",
    APP_URL: "https://matinale.example",
    SMTP_URL: "smtps://127.0.0.1:1",
    MAIL_FROM: "Matinale <bonjour@matinale.example>",
    WHATSAPP_TOKEN: "token",
    WHATSAPP_APP_SECRET: "app-secret",
    WHATSAPP_VERIFY_TOKEN: "verify-token",
  };
}
