import { fileURLToPath } from "node:url";
import { placeholdersOf } from "@matinale/contracts";
import { baseEnv, commaList, redisEnv, secretList, webAddress, wholeNumber } from "@matinale/kit";
import { z } from "zod";

const limit = wholeNumber.min(1);

export const schema = z
  .object({
    ...baseEnv,
    PUBLIC_URL: webAddress
      .transform((text) => new URL(text).origin)
      .describe("Where browsers find the app; https in production"),
    ...redisEnv,
    SESSION_SECRET: secretList(32).describe(
      "Signs session cookies; after a comma, former secrets that are still accepted",
    ),
    IDENTITY_URL: webAddress,
    PREFERENCES_URL: webAddress,
    BILLING_URL: webAddress,
    CONTENT_URL: webAddress,
    DELIVERY_URL: webAddress,
    WEB_DIST: z
      .string()
      .default(fileURLToPath(new URL("../../../web/dist", import.meta.url)))
      .describe("Folder of the built web app"),
    SEND_MAIL: z
      .enum(["on", "off"])
      .default("on")
      .describe("As for identity. off: the site offers nothing that needs a mail"),
    TRUSTED_PROXIES: commaList
      .default([])
      .describe("Addresses or networks whose X-Forwarded-For is trusted, separated by commas"),
    KEEP_ALIVE_SECONDS: limit
      .default(75)
      .describe(
        "Idle connections are closed after this time. Longer than the idle time of the load balancer, or it sends requests on connections that close",
      ),
    CALLS_PER_ADDRESS: limit
      .default(1_200)
      .describe("Per minute and replica, of /api, /media and /r together"),
    SIGNUPS_PER_ADDRESS: limit
      .default(60)
      .describe(
        "Per hour, refused ones too. Mobile carriers have hundreds of phones behind one address",
      ),
    CHANGES_PER_USER: limit
      .default(300)
      .describe("Per hour and route: preferences, categories, automation"),
    COSTLY_CALLS_PER_USER: limit
      .default(60)
      .describe("Per hour and route: calls that use Stripe, WhatsApp, a language model or speech"),
    PREVIEWS_PER_USER: limit.default(30).describe("Per hour"),
    PICTURES_PER_USER: limit.default(20).describe("Per hour: uploads, and removals"),
    EXPORTS_PER_USER: limit.default(5).describe("Per hour"),
    RECOVERIES_PER_ADDRESS: limit
      .default(60)
      .describe("Per hour and route: requests for a new password, and links that were followed"),
    MAILS_PER_USER: limit.default(6).describe("Per hour: mails to verify the address again"),
    CONTACT_MESSAGES_PER_SENDER: limit
      .default(10)
      .describe("Per hour: messages of the contact form, from a person or an address"),
    RESETS_PER_ACCOUNT: limit
      .default(5)
      .describe(
        "Requests for a new password of one account: per hour from one address; for codes by WhatsApp also four times that a day from all addresses together",
      ),
    LOGIN_FAILURES_PER_ADDRESS: limit.default(100).describe("Per 15 minutes"),
    LOGIN_FAILURES_PER_ACCOUNT: limit
      .default(10)
      .describe(
        "Per 15 minutes from one address; five times that from all addresses together. A person may change the profile four times that an hour",
      ),
  })
  .refine((env) => env.NODE_ENV !== "production" || env.PUBLIC_URL.startsWith("https:"), {
    path: ["PUBLIC_URL"],
    message: "must be https in production, else browsers refuse the session cookie",
  })
  .superRefine(({ NODE_ENV, PRODUCT_FILE }, context) => {
    const missing = placeholdersOf(PRODUCT_FILE);
    if (NODE_ENV !== "production" || missing.length === 0) return;
    context.addIssue({
      code: "custom",
      path: ["PRODUCT_FILE"],
      message: `has placeholders, and the law requires who runs this site: write ${missing.join(", ")}`,
    });
  });

export type Config = z.infer<typeof schema>;
