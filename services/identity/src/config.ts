import { baseEnv, kafkaEnv, mongoEnv, trialEnv, webAddress } from "@matinale/kit";
import { z } from "zod";
import type { SmtpSettings } from "./clients/smtp/smtp-mailer.ts";

const variables = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  ...trialEnv,
  APP_URL: webAddress
    .default("http://localhost:8080")
    .describe("The address of the site, to which the links in mails lead"),
  DELIVERY_URL: webAddress.describe("The delivery service, which sends reset codes by WhatsApp"),
  SEND_MAIL: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "off: no mail is sent; addresses stay unverified and no link to reset a password arrives",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      "The mail server with its credentials: smtps://user:password@host for TLS, smtp:// for STARTTLS, which production requires; needed in production unless SEND_MAIL=off",
    ),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/, "must be an address, or Name <address>")
    .default("Matinale <bonjour@matinale.localhost>")
    .describe("Sender of mails, an address of a domain with SPF and DKIM for the mail server"),
});

export const schema = variables.superRefine((env, context) => {
  // production sends mail, or says that it does not
  if (env.NODE_ENV !== "production" || env.SEND_MAIL === "off") return;
  const refuse = (name: keyof typeof env, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (env.SMTP_URL === undefined) {
    refuse("SMTP_URL", "is needed in production, or SEND_MAIL=off to run without mail");
  }
  if (env.MAIL_FROM.includes(".localhost")) {
    refuse("MAIL_FROM", "must be an address of yours in production");
  }
  if (env.APP_URL.includes("//localhost")) {
    refuse("APP_URL", "must be the address of the site in production");
  }
});
export type Config = z.infer<typeof schema>;

/** Null when no mail is sent: SEND_MAIL=off, or in development without a mail server. */
export function smtpSettings(config: Config): SmtpSettings | null {
  const { SEND_MAIL, SMTP_URL, MAIL_FROM, NODE_ENV } = config;
  if (SEND_MAIL === "off" || SMTP_URL === undefined) return null;
  return { url: SMTP_URL, from: MAIL_FROM, requireTls: NODE_ENV === "production" };
}
