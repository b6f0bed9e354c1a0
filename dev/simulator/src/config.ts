import { z } from "zod";

const schema = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PHONE_PORT: z.coerce.number().int().min(0).max(65535).default(8025),
  MAIL_PORT: z.coerce.number().int().min(0).max(65535).default(1025),
  /** Receives receipts and replies. Without it, the phones work but no webhooks are sent. */
  WEBHOOK_URL: z.url().optional(),
  /** Address of the site, which buttons of templates open. */
  APP_URL: z.url().default("http://localhost:8080"),
  WHATSAPP_TOKEN: z.string().min(1).default("development-token"),
  WHATSAPP_APP_SECRET: z.string().min(1).default("development-app-secret"),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/).default("100000000000001"),
  /** Format of the webhooks. Both APIs are always available. */
  WHATSAPP_ADAPTER: z.enum(["cloud-api", "waha"]).default("cloud-api"),
  WAHA_API_KEY: z.string().min(1).default("development-waha-key"),
  WAHA_SESSION: z.string().min(1).default("default"),
  WAHA_HMAC_KEY: z.string().min(16).default("development-waha-hmac-key"),
  WHATSAPP_BUSINESS_NUMBER: z.string().regex(/^\d+$/).default("33700000000"),
});
export type Config = z.infer<typeof schema>;

/** @throws Error  with the name of every invalid variable, without values */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.entries(env).filter(([, value]) => value !== "");
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new Error(`The simulator cannot start:\n${z.prettifyError(parsed.error)}`);
}
