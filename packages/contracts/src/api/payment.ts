import { z } from "zod";
import { planLimits, publicProduct } from "../product.ts";
import { schemaMessages } from "../schema-messages.ts";
import {
  instant,
  nothing,
  numberInPath,
  ok,
  operationsWith,
  successWithMessage,
} from "./operation.ts";

const plan = z
  .object({
    id: z.int(),
    nameFr: z.string(),
    nameEn: z.string(),
    priceEur: z.int().describe("Cents a month"),
    features: z.array(z.string()).describe('English phrases, such as "3 categories"'),
    limits: planLimits,
    stripePriceId: z.string(),
    popular: z.boolean(),
  })
  .meta({ id: "Plan" });

const subscription = z
  .object({
    status: z.enum(["trialing", "active", "canceled", "past_due", "lapsed"]).nullable(),
    planId: z.int().nullable().describe("The plan in force"),
    stripeSubscriptionId: z.string().nullable(),
    simulated: z.boolean(),
    trialEndsAt: instant.nullable(),
    trialUsed: z.boolean().describe("A deleted account of this person has used the trial"),
    currentPeriodEnd: instant.nullable(),
    cancelAt: instant.nullable().describe("When a cancelled subscription ends"),
    graceEndsAt: instant
      .nullable()
      .describe("Until then a failed payment can be repaired, and digests are sent"),
    updateCardUrl: z.string().nullable(),
  })
  .meta({ id: "Subscription" });

const invoice = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    createdAt: instant,
    amount: z.int().describe("Cents"),
    currency: z.string().describe("ISO 4217, lower case"),
    state: z.enum(["paid", "open", "void"]),
    pageUrl: z.url().nullable().describe("Stripe's page of the invoice"),
    pdfUrl: z.url().nullable(),
  })
  .meta({ id: "Invoice" });

/** For the tax. Stripe needs the postcode only in some countries. */
const taxAddress = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/, schemaMessages.countryCode.en),
  postalCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 -]{1,11}$/, schemaMessages.postcode.en)
    .optional(),
});

export const planChoice = z.strictObject({
  planId: z.int(),
  address: taxAddress.optional(),
  promotionCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{1,64}$/, schemaMessages.promotionCode.en)
    .optional(),
  waiver: z
    .literal(true)
    .optional()
    .describe(
      "The order: the buyer wants the editions at once and gives up the right of withdrawal",
    ),
  subscriptionToChange: z
    .string()
    .max(255)
    .optional()
    .describe(
      "`stripeSubscriptionId` of the subscription that the buyer agrees to change or to resume with the card on file",
    ),
});

/** A query has only text. */
export const planQuery = z.strictObject({ planId: z.string().regex(/^[1-9]\d{0,8}$/) });

const openGateway = operationsWith({ tag: "payment", signedIn: false, service: "gateway" });
const openBilling = operationsWith({ tag: "payment", signedIn: false, service: "billing" });
const billing = operationsWith({ tag: "payment", signedIn: true, service: "billing" });
const callsStripe = operationsWith({
  tag: "payment",
  signedIn: true,
  service: "billing",
  limit: "costly",
  timeoutMs: 30_000,
});

/** To a page of Stripe. */
const link = { body: nothing, answer: ok(z.object({ url: z.url() })) } as const;

export const paymentOperations = [
  openGateway.get("/product", "Brand, company, links, trial and testimonials", {
    answer: ok(publicProduct),
  }),
  openBilling.get("/subscription-plans", "All plans", { answer: ok(z.array(plan)) }),
  openBilling.get("/subscription-plans/:id", "One plan", {
    params: numberInPath,
    answer: ok(plan),
    errors: ["NOT_FOUND"],
  }),
  openBilling.get("/payment-configuration", "The payment configuration of the browser", {
    answer: ok(
      z.object({
        publishableKey: z
          .string()
          .nullable()
          .describe("Stripe's publishable key; null without Stripe"),
        simulated: z.boolean(),
        asksAddress: z.boolean().describe("A purchase needs the country and postcode, for the tax"),
        asksPromotionCode: z.boolean().describe("A purchase may contain a promotion code"),
      }),
    ),
  }),
  billing.get("/subscription", "The current subscription", { answer: ok(subscription) }),
  callsStripe.post("/create-payment-intent", "Choose a plan", {
    description:
      "Repeated for the same plan, it returns the same payment. For the plan in force it returns " +
      "that there is nothing to pay. Another plan is prorated and charged to the card on file, only " +
      "if the buyer agrees to change the subscription in force. Address and promotion code count for a first payment only.",
    body: planChoice,
    answer: ok(
      z.object({
        clientSecret: z.string().nullable().describe("Null when there is nothing to pay"),
        dueToday: z
          .int()
          .nullable()
          .describe("Cents that the client secret pays; 0 when it only saves the card"),
        simulated: z.boolean(),
        awaitsOrder: z
          .literal(true)
          .optional()
          .describe(
            "Nothing was bought yet, as nothing is due today and the card on file pays the next months: " +
              "the buyer orders with `waiver`",
          ),
      }),
    ),
    errors: ["NOT_FOUND", "CONFLICT"],
  }),
  callsStripe.get("/plan-change-preview", "What choosing a plan costs today", {
    description: "It changes nothing. The tax of a first payment and promotion codes do not count.",
    query: planQuery,
    answer: ok(
      z.object({
        dueToday: z.int().describe("Cents charged at once, prorated when the plan changes"),
        credited: z.int().describe("Cents that count towards the next payments"),
        renewsAt: instant.nullable().describe("The next payment; null before a first payment"),
      }),
    ),
    errors: ["NOT_FOUND", "CONFLICT"],
  }),
  callsStripe.post(
    "/cancel-subscription",
    "Cancel the subscription at the end of the paid period",
    {
      description: "After a failed payment no period is paid: the subscription ends at once.",
      body: nothing,
      answer: ok(z.object({ ...successWithMessage.shape, endsAt: instant })),
      errors: ["CONFLICT"],
    },
  ),
  callsStripe.post(
    "/resume-subscription",
    "Undo a cancellation before the end of the paid period",
    {
      body: nothing,
      answer: ok(z.object({ ...successWithMessage.shape, renewsAt: instant })),
      errors: ["CONFLICT"],
    },
  ),
  callsStripe.post("/update-card-link", "A link to the page that replaces the card", link),
  callsStripe.post(
    "/billing-details-link",
    "A link to the page with the cards and the billing address",
    link,
  ),
  callsStripe.get("/invoices", "The last 24 invoices, the newest first", {
    answer: ok(z.object({ invoices: z.array(invoice) })),
  }),
] as const;
