import { baseEnv, hasOwnTrialSecret, kafkaEnv, mongoEnv, trialEnv } from "@matinale/kit";
import { z } from "zod";

const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Meta's own API. */
export const cloudApiEnv = z.object({
  WHATSAPP_API_URL: z
    .url()
    .default("https://graph.facebook.com")
    .describe("The Cloud API, with or without its version; in development the simulator"),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d+$/)
    .describe("Id of the sending number, from Meta's console. Needed with cloud-api"),
  WHATSAPP_BUSINESS_ACCOUNT_ID: z
    .string()
    .regex(/^\d+$/)
    .optional()
    .describe("Id of the account that the number belongs to; only check-templates.ts asks for it"),
  WHATSAPP_TOKEN: z.string().min(1).describe("Of a system user. Needed with cloud-api"),
  WHATSAPP_APP_SECRET: z
    .string()
    .min(1)
    .describe("Signs the provider's webhooks. Needed with cloud-api"),
  WHATSAPP_VERIFY_TOKEN: z
    .string()
    .min(1)
    .describe("Shown by the provider when it subscribes. Needed with cloud-api"),
  WHATSAPP_MESSAGES_PER_SECOND: limit(80).describe(
    "What the provider allows this number: 80, or 1,000 once it has been upgraded",
  ),
});

/** A linked phone by WAHA, the WhatsApp HTTP API. */
export const wahaEnv = z.object({
  WAHA_URL: z.url().describe("Where WAHA answers, without /api. Needed with waha"),
  WAHA_API_KEY: z.string().min(1).describe("Sent to WAHA as X-Api-Key. Needed with waha"),
  WAHA_SESSION: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default("default")
    .describe("The session that the sending phone is linked to"),
  WAHA_HMAC_KEY: z
    .string()
    .min(16)
    .describe("Signs WAHA's webhooks: config.webhooks[].hmac.key of the session. Needed with waha"),
  WAHA_MESSAGES_PER_SECOND: z.coerce
    .number()
    .positive()
    .max(20)
    .default(1)
    .describe("A linked phone that sends faster is soon taken for spam"),
});

const ofAdapter = { "cloud-api": cloudApiEnv, waha: wahaEnv };

const environment = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  ...trialEnv,
  WHATSAPP_ADAPTER: z
    .enum(["cloud-api", "waha"])
    .default("cloud-api")
    .describe("Meta's Cloud API, or a linked phone by WAHA"),
  ...cloudApiEnv.partial().shape,
  ...wahaEnv.partial().shape,
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .describe("Where replicas share what is left of the provider's rate"),
  WHATSAPP_BUSINESS_NUMBER: z
    .string()
    .regex(/^\d{5,15}$/)
    .describe(
      "The number that people write to, digits only: what wa.me links and the QR code open",
    ),
  SENDER_PROBE_SECONDS: limit(15).describe(
    "A sender that the provider has stopped asks this often whether it may go on",
  ),
  APP_URL: z.url().describe("The address of the site, named in answers and notices"),
  CONTENT_URL: z.url().describe("Where the bytes of voice notes are"),
  CONNECTS_PER_DAY: limit(3).describe(
    "Attempts of one account to connect a number, refused ones too",
  ),
  PHONE_NUMBERS: z
    .enum(["assigned", "possible"])
    .default("assigned")
    .describe(
      "Numbers that may be connected; possible is for development: also of no assigned range",
    ),
  MANUAL_DELIVERIES_PER_HOUR: limit(3).describe("Digests one account may ask for by hand"),
});

/** The variables of an adapter that have no default. */
const needed = Object.entries(ofAdapter).flatMap(([adapter, { shape }]) =>
  Object.entries(shape)
    .filter(([, variable]) => !variable.safeParse(undefined).success)
    .map(([name]) => ({ adapter, name })),
);

/** Those of the adapter that is chosen must be there; said together with everything else that is wrong. */
export const schema = needed.reduce(
  (so, { adapter, name }) =>
    so.refine((env) => env.WHATSAPP_ADAPTER !== adapter || new Map(Object.entries(env)).has(name), {
      path: [name],
      error: `is needed with WHATSAPP_ADAPTER=${adapter}`,
      when: ({ issues }) => issues.every(({ path }) => path?.[0] !== name),
    }),
  environment.refine(hasOwnTrialSecret.test, hasOwnTrialSecret.otherwise),
);

export type Config = z.infer<typeof schema>;
