import { baseEnv, commaList, kafkaEnv, mongoEnv, priceVariables, webAddress } from "@matinale/kit";
import { z } from "zod";
import type { StripeSettings } from "./clients/stripe/connect.ts";
import type { Prices } from "./clients/stripe/subscription.ts";

const price = (plan: string) =>
  z
    .string()
    .regex(/^price_\w+$/, "must be the id of a Stripe price, price_…")
    .default(`price_${plan}`)
    .describe(
      `Stripe price of the ${plan} plan, per month; required in production with STRIPE_SECRET_KEY`,
    );

/** The defaults: ids that exist only in the simulator. */
const simulatorPrices = new Set(["price_essential", "price_premium", "price_professional"]);

/** Stripe's keys contain their mode: sk_test_…, pk_live_…. Null for a key without a mode. */
const keyMode = (key: string | undefined): string | null =>
  /^(?:sk|rk|pk)_(test|live)_/.exec(key ?? "")?.[1] ?? null;

const onOrOff = z
  .enum(["on", "off"])
  .default("off")
  .transform((value) => value === "on");

const variables = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, "must be a secret or restricted key of Stripe, sk_… or rk_…")
    .optional()
    .describe("Without it nothing can be bought in production, and development simulates payments"),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, "must be a publishable key of Stripe, pk_…")
    .optional()
    .describe("For browsers, which send card details to Stripe and not to us"),
  STRIPE_WEBHOOK_SECRET: commaList
    .pipe(
      z.array(z.string().regex(/^whsec_\S+$/, "must be signing secrets of Stripe, whsec_…")).min(1),
    )
    .optional()
    .describe(
      "Signing secret of /webhooks/stripe (events customer.subscription.*, customer.updated, invoice.paid, invoice.payment_failed, invoice.finalization_failed, charge.refunded, charge.dispute.created and charge.dispute.funds_withdrawn); several, separated by commas, while one is rotated",
    ),
  STRIPE_API_URL: webAddress
    .optional()
    .describe("Another address than Stripe's own, for development and tests"),
  APP_URL: webAddress
    .optional()
    .describe("Address of the site; Stripe's page for cards links back to it"),
  IDENTITY_URL: webAddress.describe(
    "The identity service, which knows the address for Stripe's receipts",
  ),
  STRIPE_PRICE_ESSENTIAL: price("essential"),
  STRIPE_PRICE_PREMIUM: price("premium"),
  STRIPE_PRICE_PROFESSIONAL: price("professional"),
  STRIPE_TAX: onOrOff.describe(
    "Stripe Tax computes the tax of new subscriptions; the site asks for country and postcode",
  ),
  STRIPE_PROMOTION_CODES: onOrOff.describe(
    "The site asks for a promotion code, which Stripe checks",
  ),
});

export type Config = z.infer<typeof variables>;

/** A variable, and what is wrong with it. */
type Problem = [name: keyof Config, message: string];

/** Keys and prices that contradict each other, in development too. */
function* contradictions(config: Config): Generator<Problem> {
  const secret = keyMode(config.STRIPE_SECRET_KEY);
  const publishable = keyMode(config.STRIPE_PUBLISHABLE_KEY);
  if (secret !== null && publishable !== null && secret !== publishable) {
    yield [
      "STRIPE_PUBLISHABLE_KEY",
      `is a ${publishable} key, but STRIPE_SECRET_KEY is a ${secret} key: take both from the same mode`,
    ];
  }
  for (const [index, name] of priceVariables.entries()) {
    const same = priceVariables.slice(0, index).find((other) => config[other] === config[name]);
    if (same !== undefined) yield [name, `is the same price as ${same}: each plan has its own`];
  }
}

/** What is missing before money is taken: with live keys in any environment, with other keys in production. */
function* unfitForSale(config: Config): Generator<Problem> {
  const isLive = keyMode(config.STRIPE_SECRET_KEY) === "live";
  const isProduction = config.NODE_ENV === "production";
  // a company that sells to consumers must name one (code de la consommation, L616-1), and the terms offer one
  if (isLive && config.PRODUCT_FILE.company.mediator === undefined) {
    yield [
      "PRODUCT_FILE",
      "must name a consumer mediator (company.mediator) before live keys of Stripe take money",
    ];
  }
  if (isProduction && config.STRIPE_API_URL?.startsWith("https:") === false) {
    yield ["STRIPE_API_URL", "must begin with https:// in production"];
  }
  if (config.STRIPE_SECRET_KEY === undefined || !(isLive || isProduction)) return;
  for (const name of priceVariables.filter((each) => simulatorPrices.has(config[each]))) {
    yield [name, "must be the id of a price in your Stripe account, as STRIPE_SECRET_KEY is set"];
  }
  if (!isProduction) return;
  // without them billing could miss payments, or show a form that cannot pay
  for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_PUBLISHABLE_KEY"] as const) {
    if (config[name] === undefined)
      yield [name, "is required with STRIPE_SECRET_KEY in production"];
  }
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"] as const) {
    if (config[name] !== undefined && keyMode(config[name]) !== "live") {
      yield [name, "must be a live key in production, …_live_…: a test key takes no money"];
    }
  }
}

export const schema = variables.superRefine((config, context) => {
  for (const [name, message] of [...contradictions(config), ...unfitForSale(config)]) {
    context.addIssue({ code: "custom", path: [name], message });
  }
});

const pricesOf = (config: Config): Prices => ({
  1: config.STRIPE_PRICE_ESSENTIAL,
  2: config.STRIPE_PRICE_PREMIUM,
  3: config.STRIPE_PRICE_PROFESSIONAL,
});

export const simulatesPayments = ({ STRIPE_SECRET_KEY, NODE_ENV }: Config): boolean =>
  STRIPE_SECRET_KEY === undefined && NODE_ENV !== "production";

export function stripeSettings(config: Config): StripeSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL, APP_URL } = config;
  if (STRIPE_SECRET_KEY === undefined) return null;
  return {
    secretKey: STRIPE_SECRET_KEY,
    apiUrl: STRIPE_API_URL === undefined ? null : new URL(STRIPE_API_URL),
    prices: pricesOf(config),
    returnUrl: APP_URL === undefined ? null : new URL("/account", APP_URL).href,
    tax: config.STRIPE_TAX,
    promotionCodes: config.STRIPE_PROMOTION_CODES,
  };
}

export const appSettings = (config: Config) => ({
  prices: pricesOf(config),
  publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
  webhookSecrets: config.STRIPE_WEBHOOK_SECRET ?? [],
  isLive: config.STRIPE_SECRET_KEY?.includes("_live_") ?? null,
  asksAddress: config.STRIPE_TAX,
  asksPromotionCode: config.STRIPE_PROMOTION_CODES,
  secret: config.INTERNAL_TOKEN_SECRET,
});
