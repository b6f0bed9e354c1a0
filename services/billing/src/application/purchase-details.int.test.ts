import { asUserId } from "@matinale/contracts";
import { startSimulator } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stripePayments } from "../clients/stripe/payments.ts";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";
import { startBilling, type TestBilling } from "../testing/harness.ts";
import { secretOf } from "../testing/stripe.ts";
import { runStripeJobs } from "../workers/run-stripe-jobs.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";
import { reconcile } from "./reconcile-subscription.ts";

let stripe: Awaited<ReturnType<typeof startSimulator>>;
const billings: TestBilling[] = [];
beforeAll(async () => {
  stripe = await startSimulator({});
});
afterAll(async () => {
  await Promise.all(billings.map((billing) => billing.stop()));
  await stripe.close();
});

/** Billing with Stripe, and with Stripe Tax or promotion codes. */
async function start(offers: { tax: boolean; promotionCodes: boolean }) {
  const provider = stripePayments({
    secretKey: "sk_test_simulated",
    apiUrl: new URL(stripe.url),
    prices: { 1: "price_essential", 2: "price_premium", 3: "price_professional" },
    returnUrl: null,
    ...offers,
  });
  const billing = await startBilling({ provider, offers });
  billings.push(billing);
  const setTime = async () => {
    const { now } = await stripe.sim<{ now: number }>("GET", "/stripe/");
    return (billing.time.fixed = new Date(now * 1000));
  };
  await setTime();
  return {
    ...billing,
    choose: (as: string, body: object, language = "en") =>
      billing.call("POST /create-payment-intent", {
        as,
        body: { planId: 2, ...body },
        headers: { "accept-language": language },
      }),
    /** Advances the clocks of Stripe and of billing, then does what is due. */
    statusAfterDays: async (as: string, days: number) => {
      if (days > 0) await stripe.sim("POST", "/stripe/clock", { seconds: days * 86_400 });
      const deps = { ...billing, provider };
      await reconcile(asUserId(as), await setTime(), deps);
      await runStripeJobs(deps);
      return (await billing.subscriptions.model.findById(as).lean().orFail()).status;
    },
    /** The subscriptions of this person at Stripe, and what is due for the last one. */
    atStripe: async (as: string) => {
      const { customerId } = await billing.subscriptions.model.findById(as).lean().orFail();
      const { customers, subscriptions, invoices } = await stripe.sim<{
        customers: { id: string; address: object | null }[];
        subscriptions: { customer: string; status: string; automatic_tax: object }[];
        invoices: { customer: string; amount_due: number }[];
      }>("GET", "/stripe/");
      return {
        address: customers.find(({ id }) => id === customerId)?.address,
        subscriptions: subscriptions.filter(({ customer }) => customer === customerId),
        due: invoices.findLast(({ customer }) => customer === customerId)?.amount_due,
      };
    },
  };
}

test("sends the address before a taxed purchase and asks for another when Stripe refuses it", async () => {
  const billing = await start({ tax: true, promotionCodes: false });
  expect((await billing.call("GET /payment-configuration")).body).toMatchObject({
    asksAddress: true,
    asksPromotionCode: false,
  });
  for (const body of [{}, { address: { country: "US" } }]) {
    expect(await billing.choose("ada", body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED", message: expect.stringContaining("country and postcode") },
    });
  }
  const body = { address: { country: "US", postalCode: "10001" } };
  const chosen = await billing.choose("ada", body);
  expect(secretOf(chosen)).toMatch(/^pi_/);
  // the same purchase again is the same payment
  expect(secretOf(await billing.choose("ada", body))).toBe(secretOf(chosen));
  expect(await billing.atStripe("ada")).toMatchObject({
    address: { country: "US", postal_code: "10001" },
    subscriptions: [{ automatic_tax: { enabled: true } }],
    due: 999,
  });
});

test("buys with another customer when the first was deleted at Stripe before its address was sent", async () => {
  const billing = await start({ tax: true, promotionCodes: false });
  const address = { country: "FR" };
  await billing.choose("ann", { address });
  const customerOf = async () =>
    (await billing.subscriptions.model.findById("ann").lean().orFail()).customerId ?? "none";
  const first = await customerOf();
  await billing.provider!.deleteCustomer(first);
  // the list of a deleted customer may be empty instead of an error
  const provider: PaymentProvider = { ...billing.provider!, subscriptionsOf: async () => [] };
  const checkout = stripeCheckout({ ...billing, provider });
  expect(await checkout.choose(asUserId("ann"), 2, { address })).toMatchObject({
    clientSecret: expect.stringMatching(/^pi_/),
  });
  expect(await customerOf()).not.toBe(first);
  expect(await billing.atStripe("ann")).toMatchObject({ address: { country: "FR" } });
});

test("takes a promotion code with the plan, also after a first try without it", async () => {
  const billing = await start({ tax: false, promotionCodes: true });
  const full = await billing.choose("bob", {});
  expect(await billing.choose("bob", { promotionCode: "PAST" }, "fr")).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("Ce code promo n’est pas valable") },
  });
  const lower = await billing.choose("bob", { promotionCode: " matin20 " });
  expect(secretOf(lower)).not.toBe(secretOf(full));
  const { subscriptions, due } = await billing.atStripe("bob");
  expect(due).toBe(799);
  expect(full.body).toMatchObject({ dueToday: 999 });
  expect(lower.body).toMatchObject({ dueToday: 799 });
  expect(subscriptions.filter(({ status }) => status === "incomplete")).toHaveLength(1);
  expect(subscriptions[0]?.automatic_tax).toEqual({ enabled: false });
});

test("keeps the waiver of a payment that billing does not know of when another choice is refused", async () => {
  const billing = await start({ tax: false, promotionCodes: false });
  const clientSecret = secretOf(await billing.choose("hua", { planId: 1, waiver: true }));
  await stripe.sim("POST", "/stripe/confirm", { clientSecret });
  expect(await billing.choose("hua", { planId: 2, waiver: true })).toMatchObject({ status: 409 });
  const { paid, waivers = {} } = await billing.subscriptions.model.findById("hua").lean().orFail();
  expect(paid).toMatchObject({ planId: 1 });
  expect(Object.keys(waivers)).toEqual(["1"]);
});

test("keeps the waiver of the running plan while a change to another plan is not paid", async () => {
  const billing = await start({ tax: false, promotionCodes: false });
  const stored = () => billing.subscriptions.model.findById("guy").lean().orFail();
  const clientSecret = secretOf(await billing.choose("guy", { planId: 1, waiver: true }));
  await stripe.sim("POST", "/stripe/confirm", { clientSecret });
  expect(await billing.statusAfterDays("guy", 0)).toBe("active");
  const { customerId, waivers, paid } = await stored();
  await stripe.sim("PUT", `/stripe/customers/${customerId}/card`, { card: "asks" });
  for (const planId of [2, 3, 3]) {
    await billing.choose("guy", { planId, waiver: true, subscriptionToChange: paid?.id });
    expect(await stored()).toMatchObject({
      paid: { planId: 1 },
      waivers: { 1: waivers?.[1], [planId]: expect.any(Date) },
    });
  }
});

test("stores the waiver before Stripe charges, because a webhook may report the plan before Stripe answers", async () => {
  const billing = await start({ tax: false, promotionCodes: false });
  const clientSecret = secretOf(await billing.choose("han", { planId: 1 }));
  await stripe.sim("POST", "/stripe/confirm", { clientSecret });
  await billing.statusAfterDays("han", 0);
  const stored = () => billing.subscriptions.model.findById("han").lean().orFail();
  const { paid } = await stored();
  let known: unknown;
  const provider: PaymentProvider = {
    ...billing.provider!,
    changePlan: async (...change) => {
      known = (await stored()).waivers;
      return billing.provider!.changePlan(...change);
    },
  };
  const choice = { waiver: true, subscriptionToChange: paid!.id } as const;
  await stripeCheckout({ ...billing, provider }).choose(asUserId("han"), 3, choice);
  expect(known).toMatchObject({ 3: expect.any(Date) });
});

test("a code for a free month asks for a card, with which the next month is paid", async () => {
  const billing = await start({ tax: false, promotionCodes: true });
  const chosen = await billing.choose("cy", { promotionCode: "GRATUIT" });
  const clientSecret = secretOf(chosen);
  expect(chosen.body).toMatchObject({
    clientSecret: expect.stringMatching(/^seti_/),
    dueToday: 0,
  });
  expect(secretOf(await billing.choose("cy", { promotionCode: "GRATUIT" }))).toBe(clientSecret);
  expect(await billing.statusAfterDays("cy", 0)).toBe("trialing");
  await stripe.sim("POST", "/stripe/confirm", { clientSecret });
  expect(await billing.statusAfterDays("cy", 0)).toBe("active");
  expect(await billing.statusAfterDays("cy", 32)).toBe("active");
  expect(await billing.atStripe("cy")).toMatchObject({ due: 999 });
  // a person with a default card, as Stripe's page of cards sets it, saves none
  const { customerId } = await billing.subscriptions.model.findById("cy").lean().orFail();
  await stripe.sim("PUT", `/stripe/customers/${customerId}/card`, { card: "good" });
  await billing.call("POST /cancel-subscription", { as: "cy", body: {} });
  expect(await billing.statusAfterDays("cy", 32)).toBe("lapsed");
  const free = { promotionCode: "GRATUIT" };
  const { subscriptions: before } = await billing.atStripe("cy");
  // without the order button nothing is bought
  for (const body of [free, free]) {
    expect((await billing.choose("cy", body)).body).toEqual({
      clientSecret: null,
      dueToday: 0,
      simulated: false,
      awaitsOrder: true,
    });
  }
  expect(await billing.statusAfterDays("cy", 0)).toBe("lapsed");
  expect((await billing.atStripe("cy")).subscriptions).toHaveLength(before.length);
  expect((await billing.choose("cy", { ...free, waiver: true })).body).toEqual({
    clientSecret: null,
    dueToday: null,
    simulated: false,
  });
  const stored = await billing.subscriptions.model.findById("cy").lean().orFail();
  expect(stored).toMatchObject({ status: "active", waivers: { 2: expect.any(Date) } });
});

test("a code for a part of the price asks a person whose card is known for the payment at once", async () => {
  const billing = await start({ tax: false, promotionCodes: true });
  await stripe.sim("POST", "/stripe/confirm", {
    clientSecret: secretOf(await billing.choose("deb", {})),
  });
  await billing.call("POST /cancel-subscription", { as: "deb", body: {} });
  expect(await billing.statusAfterDays("deb", 32)).toBe("lapsed");
  expect((await billing.choose("deb", { promotionCode: "MATIN20" })).body).toEqual({
    clientSecret: expect.stringMatching(/^pi_/),
    dueToday: 799,
    simulated: false,
  });
});

test("a free month without a card ends as an unpaid first month does", async () => {
  const billing = await start({ tax: false, promotionCodes: true });
  await billing.choose("gil", { promotionCode: "GRATUIT" });
  await billing.choose("gil", { planId: 1, promotionCode: "GRATUIT" });
  const states = async () =>
    (await billing.atStripe("gil")).subscriptions.map(({ status }) => status);
  expect(await states()).toEqual(["canceled", "active"]);
  expect(await billing.statusAfterDays("gil", 1)).toBe("trialing");
  expect(await states()).toEqual(["canceled", "canceled"]);
});

test("refuses every code and sends no address while both are off", async () => {
  const billing = await start({ tax: false, promotionCodes: false });
  expect((await billing.choose("dan", { promotionCode: "MATIN20" })).status).toBe(400);
  expect((await billing.choose("dan", { address: { country: "FR" } })).status).toBe(200);
  expect(await billing.atStripe("dan")).toMatchObject({ address: null, due: 999 });
});

test("keeps the waiver of the right of withdrawal with its time, and the payment stays the same", async () => {
  const billing = await start({ tax: false, promotionCodes: false });
  const chosen = await billing.choose("fay", {});
  const exported = async () => (await billing.call("GET /export", { as: "fay" })).body;
  expect(await exported()).toMatchObject({ waivers: {} });
  const waived = await billing.choose("fay", { waiver: true });
  expect(secretOf(waived)).toBe(secretOf(chosen));
  expect(await exported()).toMatchObject({
    waivers: { 2: expect.stringMatching(/^20\d\d-/) },
  });
});

test.each([
  { waiver: false },
  { address: { country: "fr" } },
  { address: { country: "FR", postalCode: "" } },
  { address: { country: "FR", street: "1 rue" } },
  { promotionCode: "a b" },
  { promotionCode: { $gt: "" } },
  { promotionCode: "A".repeat(65) },
])("refuses a purchase with %j before it reaches Stripe", async (body) => {
  const [billing] = billings;
  expect(
    await billing?.call("POST /create-payment-intent", { as: "eve", body: { planId: 2, ...body } }),
  ).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
});
