import { stripeWebhookEvents } from "@matinale/kit";
import { listen } from "@matinale/kit/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CheckResult, Env } from "./check.ts";
import { stripePrices, stripeWebhook } from "./check-stripe.ts";
import { sendingNumber, subscribedApps } from "./check-whatsapp-account.ts";

let provider: Awaited<ReturnType<typeof listen>>;
/** What the provider answers, by path without version and query; a number is a status. */
let answers: Record<string, object | number>;
beforeAll(async () => {
  provider = await listen((req, res) => {
    const { pathname } = new URL(req.url ?? "", "http://provider");
    const answer = answers[pathname.replace(/^\/v[\d.]+/u, "")] ?? 404;
    res.writeHead(typeof answer === "number" ? answer : 200);
    res.end(JSON.stringify(answer));
  });
});
afterAll(() => provider.close());

const monthly = {
  active: true,
  currency: "eur",
  recurring: { interval: "month", interval_count: 1 },
};
const endpoint = {
  url: "https://matinale.example/webhooks/stripe",
  status: "enabled",
  enabled_events: [...stripeWebhookEvents],
};
beforeEach(() => {
  answers = {
    "/111": { status: "CONNECTED", quality_rating: "GREEN", messaging_limit_tier: "TIER_1K" },
    "/222/subscribed_apps": { data: [{}] },
    "/prices": { data: [] },
    "/prices/price_one": monthly,
    "/prices/price_two": monthly,
    "/prices/price_three": monthly,
    "/webhook_endpoints": { data: [endpoint] },
  };
});

const result = (check: (env: Env) => Promise<CheckResult>) =>
  check({
    WHATSAPP_API_URL: provider.url,
    WHATSAPP_TOKEN: "secret",
    WHATSAPP_PHONE_NUMBER_ID: "111",
    WHATSAPP_BUSINESS_ACCOUNT_ID: "222",
    STRIPE_API_URL: provider.url,
    STRIPE_SECRET_KEY: "sk_secret",
    STRIPE_PRICE_ESSENTIAL: "price_one",
    STRIPE_PRICE_PREMIUM: "price_two",
    STRIPE_PRICE_PROFESSIONAL: "price_three",
    APP_URL: "https://matinale.example/",
  }).then(
    ({ message, isWarning }) => `${isWarning ? "warning" : "ok"}: ${message}`,
    (error: Error) => `failed: ${error.message}`,
  );

test("finds nothing wrong with accounts that are set up", async () => {
  expect(await result(sendingNumber)).toBe("ok: number CONNECTED, quality GREEN, limit TIER_1K");
  expect(await result(subscribedApps)).toBe("ok: 1 app(s) receive the account’s webhooks");
  expect(await result(stripePrices)).toBe("ok: the key is accepted, 3 price(s) checked");
  expect(await result(stripeWebhook)).toContain("ok: https://matinale.example/webhooks/stripe");
});

test.each([
  ["a refused token", sendingNumber, { "/111": 401 }, "failed: the token is refused"],
  ["an unregistered number", sendingNumber, { "/111": { status: "PENDING" } }, "with its PIN"],
  [
    "a number of low quality",
    sendingNumber,
    { "/111": { status: "CONNECTED", quality_rating: "RED" } },
    "warning: number CONNECTED, quality RED, limit unknown; people block or report it",
  ],
  [
    "an account without an app",
    subscribedApps,
    { "/222/subscribed_apps": { data: [] } },
    "failed: no app is subscribed",
  ],
  ["a refused key", stripePrices, { "/prices": 401 }, "failed: the key is refused"],
  [
    "a missing price",
    stripePrices,
    { "/prices/price_two": 404 },
    "failed: Stripe has no price for STRIPE_PRICE_PREMIUM",
  ],
  [
    "a yearly price",
    stripePrices,
    { "/prices/price_one": { ...monthly, recurring: { interval: "year", interval_count: 1 } } },
    "failed: the price of STRIPE_PRICE_ESSENTIAL must be",
  ],
  [
    "no webhook endpoint of this site",
    stripeWebhook,
    { "/webhook_endpoints": { data: [{ ...endpoint, url: "https://other.example" }] } },
    "failed: no enabled endpoint",
  ],
  [
    "a webhook endpoint without an event",
    stripeWebhook,
    { "/webhook_endpoints": { data: [{ ...endpoint, enabled_events: ["invoice.paid"] }] } },
    "failed: the endpoint lacks customer.subscription.created",
  ],
  ["a key of few rights", stripeWebhook, { "/webhook_endpoints": 403 }, "warning: the key may not"],
])("reports %s, and no secret", async (_case, check, changed, expected) => {
  answers = { ...answers, ...changed };
  const found = await result(check);
  expect(found).toContain(expected);
  expect(found).not.toContain("secret");
});
