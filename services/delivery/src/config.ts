import { retention } from "@matinale/contracts";
import { baseEnv, kafkaEnv, mongoEnv, redisEnv, secretList, trialEnv } from "@matinale/kit";
import { z } from "zod";

const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Keys that sign webhooks. `channelOf` parses the configuration once more, for its type: then they are a list already. */
const signingKeys = (minLength: number) => z.union([secretList(minLength), z.array(z.string())]);

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
    .describe(
      "Id of the account that the number belongs to; the commands of templates and doctor need it",
    ),
  WHATSAPP_TOKEN: z
    .string()
    .min(1)
    .describe("Access token of a system user. Needed with cloud-api"),
  WHATSAPP_APP_SECRET: signingKeys(1).describe(
    "Signs the provider's webhooks; several, separated by commas, while one is rotated. Needed with cloud-api",
  ),
  WHATSAPP_VERIFY_TOKEN: z
    .string()
    .min(1)
    .describe("Sent by the provider when it verifies the webhook address. Needed with cloud-api"),
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
  WAHA_HMAC_KEY: signingKeys(16).describe(
    "Signs WAHA's webhooks: config.webhooks[].hmac.key of the session; several, separated by commas, while one is rotated. Needed with waha",
  ),
  WAHA_MESSAGES_PER_SECOND: z.coerce
    .number()
    .positive()
    .max(20)
    .default(1)
    .describe("Messages a second of the linked phone. WhatsApp treats a faster phone as spam"),
});

const adapterEnv = { "cloud-api": cloudApiEnv, waha: wahaEnv };

export const retentionEnv = {
  DELIVERY_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(30)
    // as the privacy page says
    .max(retention.deliveryDays)
    .default(retention.deliveryDays)
    .describe(
      "Days for which deliveries and their receipts are kept; a change is applied by the migration before a release",
    ),
};

const environment = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  ...redisEnv,
  ...trialEnv,
  ...retentionEnv,
  WHATSAPP_ADAPTER: z
    .enum(["cloud-api", "waha"])
    .default("cloud-api")
    .describe("Meta's Cloud API, or a linked phone by WAHA"),
  ...cloudApiEnv.partial().shape,
  ...wahaEnv.partial().shape,
  WHATSAPP_BUSINESS_NUMBER: z
    .string()
    .regex(/^\d{5,15}$/)
    .describe("The number that people write to, digits only: wa.me links and the QR code open it"),
  SENDER_PROBE_SECONDS: limit(15).describe(
    "While the provider refuses this sender or does not answer, seconds until a probe",
  ),
  APP_URL: z.url().describe("The address of the site, named in replies and notices"),
  CONTENT_URL: z.url().describe("The content service, which holds the bytes of voice notes"),
  CONNECTS_PER_DAY: limit(3).describe(
    "Attempts of one account to connect a number, including refused ones",
  ),
  PHONE_NUMBERS: z
    .enum(["assigned", "possible"])
    .default("assigned")
    .describe(
      "Numbers that may be connected: assigned ones, or in development also possible ones outside every assigned range",
    ),
  MANUAL_DELIVERIES_PER_HOUR: limit(3).describe(
    "Manual digests that one account may request in an hour",
  ),
});

/** Requires the variables of the chosen adapter. A missing one is reported together with all other problems. */
export const schema = environment.superRefine(
  (values, { issues, addIssue }) => {
    const adapter = values.WHATSAPP_ADAPTER;
    const given = new Set([...Object.keys(values), ...issues.map(({ path }) => path?.[0])]);
    // an unknown adapter is reported as such
    for (const [name, variable] of Object.entries(adapterEnv[adapter]?.shape ?? {})) {
      if (given.has(name) || variable.safeParse(undefined).success) continue;
      const message = `is needed with WHATSAPP_ADAPTER=${adapter}`;
      addIssue({ code: "custom", path: [name], message });
    }
  },
  { when: () => true },
);

export type Config = z.infer<typeof schema>;
