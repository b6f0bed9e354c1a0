import { z } from "zod";
import { contactTopics, languages } from "../catalogues.ts";
import { schemaMessages } from "../schema-messages.ts";
import { signup } from "./account.ts";
import { instant, ok, operationsWith, successWithMessage } from "./operation.ts";

const share = z.number().min(0).max(1).nullable().describe("From 0 to 1; null without editions");

const outlet = z
  .object({
    name: z.string(),
    language: z.enum(languages),
    country: z.string().describe("ISO 3166-1 alpha-2 in lower case, or international"),
    terms: z.enum(["licensed", "excerpt", "headline"]).describe("What a digest may tell"),
    licence: z.string().nullable().describe("Allows more than headlines"),
    simulated: z.boolean().describe("A sample of development"),
  })
  .meta({ id: "Outlet" });

export const contactMessage = z.strictObject({
  topic: z.enum(contactTopics),
  email: signup.shape.email.describe("The reply goes to it"),
  message: z
    .string({ error: schemaMessages.contactMessage.en })
    .trim()
    .min(10, schemaMessages.contactMessage.en)
    .max(4_000, schemaMessages.contactMessage.en),
  website: z.string().max(200).optional().describe("Hidden from people: only programs fill it in"),
});

const contact = {
  limit: "contact",
  body: contactMessage,
  answer: ok(
    z.object({ ...successWithMessage.shape, reference: z.string().describe("Names the message") }),
  ),
} as const;

const delivery = operationsWith({ tag: "site", signedIn: false, service: "delivery" });
const content = operationsWith({ tag: "site", signedIn: false, service: "content" });
const openIdentity = operationsWith({ tag: "site", signedIn: false, service: "identity" });
const identity = operationsWith({ tag: "site", signedIn: true, service: "identity" });

/** What the public pages of the site show and send. */
export const pagesOperations = [
  delivery.get("/status", "How punctual the service is", {
    description: "An edition is on time when WhatsApp accepts it within a minute of its due time.",
    answer: ok(
      z.object({
        state: z
          .enum(["working", "late", "stopped"])
          .describe("late: editions of the last hours; stopped: by the operator"),
        onTime: z.object({ last24Hours: share, last90Days: share }),
        incidents: z.array(
          z.object({
            startedAt: instant,
            endedAt: instant.nullable(),
            textFr: z.string(),
            textEn: z.string(),
          }),
        ),
      }),
    ),
  }),
  content.get("/outlets", "The outlets that digests are made from", {
    answer: ok(z.object({ outlets: z.array(outlet) })),
  }),
  openIdentity.post("/contact", "Write to us", contact),
  identity.post("/user/contact", "Write to us with the plan of the account", contact),
] as const;
