import { z } from "zod";
import { planLimits, publicProduct } from "../product.ts";
import {
  instant,
  nothing,
  numberInPath,
  ok,
  successWithMessage,
  type Operation,
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
  country: z.string().regex(/^[A-Z]{2}$/, "must be a country code of ISO 3166-1, such as FR"),
  postalCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 -]{1,11}$/, "must be a postcode")
    .optional(),
});

export const planChoice = z.strictObject({
  planId: z.int(),
  address: taxAddress.optional(),
  promotionCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{1,64}$/, "must be a promotion code")
    .optional(),
  waiver: z
    .literal(true)
    .optional()
    .describe("The buyer wants the editions at once and gives up the right of withdrawal"),
});

/** A query has only text. */
export const planQuery = z.strictObject({ planId: z.string().regex(/^[1-9]\d{0,8}$/) });

const openBilling = { tag: "payment", signedIn: false, service: "billing" } as const;
const billing = { tag: "payment", signedIn: true, service: "billing" } as const;

export const paymentOperations = [
  {
    method: "GET",
    path: "/product",
    summary: "Brand, company, links, trial and testimonials",
    tag: "payment",
    signedIn: false,
    service: "gateway",
    answer: ok(publicProduct),
  },
  {
    method: "GET",
    path: "/subscription-plans",
    summary: "All plans",
    ...openBilling,
    answer: ok(z.array(plan)),
  },
  {
    method: "GET",
    path: "/subscription-plans/:id",
    summary: "One plan",
    ...openBilling,
    params: numberInPath,
    answer: ok(plan),
    errors: ["NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/payment-configuration",
    summary: "The payment configuration of the browser",
    ...openBilling,
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
  },
  {
    method: "GET",
    path: "/subscription",
    summary: "The current subscription",
    ...billing,
    answer: ok(subscription),
  },
  {
    method: "POST",
    path: "/create-payment-intent",
    summary: "Choose a plan",
    description:
      "Repeated for the same plan, it returns the same payment. For the plan in force it returns " +
      "that there is nothing to pay. Another plan is prorated and charged to the card on file. " +
      "Address and promotion code count for a first payment only.",
    ...billing,
    limit: "costly",
    timeoutMs: 30_000,
    body: planChoice,
    answer: ok(
      z.object({
        clientSecret: z.string().nullable().describe("Null when there is nothing to pay"),
        simulated: z.boolean(),
      }),
    ),
    errors: ["NOT_FOUND", "CONFLICT"],
  },
  {
    method: "GET",
    path: "/plan-change-preview",
    summary: "What choosing a plan costs today",
    description: "It changes nothing. The tax of a first payment and promotion codes do not count.",
    ...billing,
    limit: "costly",
    timeoutMs: 30_000,
    query: planQuery,
    answer: ok(
      z.object({
        dueToday: z.int().describe("Cents charged at once, prorated when the plan changes"),
        credited: z.int().describe("Cents that count towards the next payments"),
        renewsAt: instant.nullable().describe("The next payment; null before a first payment"),
      }),
    ),
    errors: ["NOT_FOUND", "CONFLICT"],
  },
  {
    method: "POST",
    path: "/cancel-subscription",
    summary: "Cancel the subscription at the end of the paid period",
    ...billing,
    limit: "costly",
    timeoutMs: 30_000,
    body: nothing,
    answer: ok(z.object({ ...successWithMessage.shape, endsAt: instant })),
    errors: ["CONFLICT"],
  },
  {
    method: "POST",
    path: "/resume-subscription",
    summary: "Undo a cancellation before the end of the paid period",
    ...billing,
    limit: "costly",
    timeoutMs: 30_000,
    body: nothing,
    answer: ok(z.object({ ...successWithMessage.shape, renewsAt: instant })),
    errors: ["CONFLICT"],
  },
  {
    method: "POST",
    path: "/update-card-link",
    summary: "A link to the page that replaces the card",
    ...billing,
    limit: "costly",
    timeoutMs: 30_000,
    body: nothing,
    answer: ok(z.object({ url: z.url() })),
    errors: ["CONFLICT"],
  },
  {
    method: "POST",
    path: "/billing-details-link",
    summary: "A link to the page with the cards and the billing address",
    ...billing,
    limit: "costly",
    timeoutMs: 30_000,
    body: nothing,
    answer: ok(z.object({ url: z.url() })),
    errors: ["CONFLICT"],
  },
  {
    method: "GET",
    path: "/invoices",
    summary: "Invoices of the last two years, the newest first",
    ...billing,
    limit: "costly",
    timeoutMs: 30_000,
    answer: ok(z.object({ invoices: z.array(invoice) })),
  },
] as const satisfies readonly Operation[];
