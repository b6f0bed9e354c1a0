import { baseEnv, kafkaEnv, mongoEnv } from "@matinale/kit";
import { z } from "zod";

const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

export const schema = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  WHATSAPP_API_URL: z
    .url()
    .default("https://graph.facebook.com")
    .describe("The Cloud API, with or without its version; in development the simulator"),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/),
  WHATSAPP_TOKEN: z.string().min(1),
  WHATSAPP_APP_SECRET: z.string().min(1).describe("Signs the provider's webhooks"),
  WHATSAPP_VERIFY_TOKEN: z.string().min(1).describe("Shown by the provider when it subscribes"),
  WHATSAPP_MESSAGES_PER_SECOND: limit(80).describe(
    "What the provider allows this number: 80, or 1,000 once it has been upgraded",
  ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .describe("Where replicas share what is left of the provider's rate"),
  WHATSAPP_BUSINESS_NUMBER: z
    .string()
    .regex(/^\d{5,15}$/)
    .describe(
      "The number that people write to, digits only: what wa.me links and the QR code open",
    ),
  APP_URL: z.url().describe("The address of the site, named in answers and notices"),
  CONTENT_URL: z.url().describe("Where the bytes of voice notes are"),
  CONNECTS_PER_DAY: limit(3).describe("Changes of number by one account"),
  MANUAL_DELIVERIES_PER_HOUR: limit(3).describe("Digests one account may ask for by hand"),
});

export type Config = z.infer<typeof schema>;
