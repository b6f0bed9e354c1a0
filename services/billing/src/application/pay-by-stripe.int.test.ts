import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { reconcileDue } from "../workers/reconcile-due.ts";
import { billingForTests, secretOf } from "../testing/stripe.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";

const { stripe, billing } = await billingForTests();

test("activates a plan once it is paid, and not before", async () => {
  const chosen = await billing.choose("ada", 3);
  expect(chosen).toMatchObject({ status: 200, body: { simulated: false } });
  expect(secretOf(chosen)).toMatch(/^pi_\w+_secret_/);
  expect(await billing.stored("ada")).toMatchObject({ status: "trialing", open: { planId: 3 } });
  await stripe.pay(secretOf(chosen));
  await billing.read("ada");
  const [bought] = await billing.subscriptionsAt("ada");
  expect((await billing.call("GET /subscription", { as: "ada" })).body).toMatchObject({
    stripeSubscriptionId: bought!.id,
    planId: 3,
  });
  expect(await billing.stored("ada")).toMatchObject({ status: "active", open: null });
});

test("shows a payment on the account page before the webhook arrives", async () => {
  await stripe.pay(secretOf(await billing.choose("abe", 2)));
  const status = async () => {
    const { body } = await billing.call("GET /subscription", { as: "abe" });
    await reconcileDue(billing.clock(), billing);
    return (body as { status: string }).status;
  };
  await expect.poll(status).toBe("active");
});

test("creates one subscription and one secret from quick clicks", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => billing.choose("bob", 2)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(secretOf)).size).toBe(1);
  expect(await billing.subscriptionsAt("bob")).toHaveLength(1);
});

test("creates one subscription from clicks that reach two replicas at once", async () => {
  const other = stripeCheckout({ ...billing, provider: stripe.provider() });
  const [here, there] = await Promise.all([
    billing.checkout.choose(asUserId("bea"), 1),
    other.choose(asUserId("bea"), 1),
  ]);
  expect(here).toEqual(there);
  expect(await billing.subscriptionsAt("bea")).toHaveLength(1);
});

test("ends an unpaid subscription when another plan is chosen", async () => {
  await billing.choose("cy", 1);
  const second = secretOf(await billing.choose("cy", 2));
  const third = await Promise.all([billing.choose("cy", 2), billing.choose("cy", 2)]);
  expect(third.map(secretOf)).toEqual([second, second]);
  const all = await billing.subscriptionsAt("cy");
  expect(all.map(({ status }) => status)).toEqual(["incomplete_expired", "incomplete"]);
  // back to the first plan: a new subscription, because the first has ended
  await billing.choose("cy", 1);
  expect((await billing.subscriptionsAt("cy")).map(({ status }) => status)).toEqual([
    "incomplete_expired",
    "incomplete_expired",
    "incomplete",
  ]);
});

test("does not sell the plan in force again", async () => {
  await billing.subscribe("dan", 2);
  const again = await billing.choose("dan", 2);
  expect(again).toMatchObject({ status: 200, body: { clientSecret: null, simulated: false } });
  expect(await billing.subscriptionsAt("dan")).toHaveLength(1);
  const customer = await billing.customerOf("dan");
  const { invoices } = await stripe.state();
  expect(invoices.filter((each) => each.customer === customer)).toHaveLength(1);
});

test("prorates a larger plan and charges the card at once", async () => {
  await billing.subscribe("eve", 1);
  expect((await billing.change("eve", 3)).body).toMatchObject({
    clientSecret: null,
    dueToday: null,
  });
  expect(await billing.stored("eve")).toMatchObject({ status: "active", paid: { planId: 3 } });
  const customer = await billing.customerOf("eve");
  const { invoices } = await stripe.state();
  const own = invoices.filter((each) => each.customer === customer);
  expect(own.map(({ status, amount_due }) => [status, amount_due])).toEqual([
    ["paid", 499],
    ["paid", 1500],
  ]);
});

test("charges no card for a page that does not know the subscription, or knows another one", async () => {
  await billing.subscribe("ivy", 2);
  for (const subscriptionToChange of [undefined, "sub_ended"]) {
    const body = { planId: 3, subscriptionToChange };
    expect(await billing.call("POST /create-payment-intent", { as: "ivy", body })).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", message: expect.stringContaining("rien n’a été prélevé") },
    });
  }
  expect(await billing.stored("ivy")).toMatchObject({ paid: { planId: 2 } });
  expect((await billing.moneyOf("ivy")).paid).toEqual([999]);
});

test("changes the plan with every choice, back and forth", async () => {
  await billing.subscribe("fay", 1);
  for (const planId of [2, 1, 2, 3, 1]) {
    expect(await billing.change("fay", planId)).toMatchObject({ status: 200 });
    expect(await billing.stored("fay")).toMatchObject({ paid: { planId } });
  }
  expect(await billing.subscriptionsAt("fay")).toHaveLength(1);
});

test("keeps the old plan until the bank has confirmed the difference, then shows the new one without a webhook", async () => {
  await billing.subscribe("gus", 1);
  await stripe.setCard(await billing.customerOf("gus"), "asks");
  const chosen = await billing.change("gus", 3);
  expect(secretOf(chosen)).toMatch(/_secret_/);
  expect(await billing.stored("gus")).toMatchObject({ paid: { planId: 1 } });
  expect(secretOf(await billing.choose("gus", 3))).toBe(secretOf(chosen));
  await stripe.pay(secretOf(chosen));
  expect((await billing.call("GET /subscription", { as: "gus" })).body).toMatchObject({
    planId: 1,
  });
  await reconcileDue(billing.clock(), billing);
  expect(await billing.stored("gus")).toMatchObject({
    status: "active",
    paid: { planId: 3 },
    open: null,
  });
});

test("creates once when Stripe's response was lost and the call is repeated", async () => {
  await stripe.faults({ call: "POST /v1/subscriptions", dropAnswer: true, times: 1 });
  expect(await billing.choose("hal", 2)).toMatchObject({ status: 200 });
  expect(await billing.subscriptionsAt("hal")).toHaveLength(1);
  await stripe.faults({ call: "POST /v1/customers", dropAnswer: true });
  expect(await billing.choose("ida", 2)).toMatchObject({
    status: 503,
    body: { code: "SERVICE_UNAVAILABLE" },
  });
  await stripe.faults({});
  expect(await billing.choose("ida", 2)).toMatchObject({ status: 200 });
  const { customers } = await stripe.state();
  expect(customers.filter(({ metadata }) => metadata.userId === "ida")).toHaveLength(1);
});

test("uses a new idempotency key after a failure that Stripe would repeat", async () => {
  await stripe.faults({ call: "POST /v1/subscriptions", status: 500, times: 1 });
  const failed = await billing.choose("joe", 2);
  expect(failed.status).toBe(503);
  expect(failed.headers.get("retry-after")).not.toBeNull();
  expect(JSON.stringify(failed.body)).not.toMatch(/On purpose|Stripe/);
  expect(await billing.choose("joe", 2)).toMatchObject({ status: 200 });
});

test.each([
  ["the same plan", "jim", 2],
  ["another plan", "jon", 1],
] as const)("sells %s after a refusal that Stripe would repeat", async (_case, as, planId) => {
  await stripe.faults({ call: "POST /v1/subscriptions", status: 400, times: 1 });
  expect(await billing.choose(as, 2)).toMatchObject({ status: 502 });
  expect(await billing.choose(as, planId)).toMatchObject({ status: 200 });
});

test("sells another plan after a failure that Stripe repeats and billing never got", async () => {
  await stripe.faults({ call: "POST /v1/subscriptions", status: 500, dropAnswer: true, times: 2 });
  expect(await billing.choose("jul", 2)).toMatchObject({ status: 503 });
  const again = () => billing.choose("jul", 1).then(({ status }) => status);
  expect([await again(), await again()]).toEqual([503, 200]);
});

test("repeats a purchase with the same key after too many calls", async () => {
  await stripe.faults({ call: "POST /v1/subscriptions", status: 429, times: 1 });
  expect(await billing.choose("jed", 2)).toMatchObject({ status: 503 });
  expect(await billing.choose("jed", 2)).toMatchObject({ status: 200 });
  expect(await billing.stored("jed")).not.toHaveProperty("attempt");
});

test("cancels at the end of the month, idempotently, and can resume", async () => {
  await billing.subscribe("kim", 2);
  const cancel = () => billing.call("POST /cancel-subscription", { as: "kim" });
  const first = await cancel();
  const { paid } = await billing.stored("kim");
  expect(first.body).toEqual({
    success: true,
    message: expect.stringContaining("résilié"),
    endsAt: paid?.periodEndsAt.toISOString(),
  });
  expect((await cancel()).body).toEqual(first.body);
  expect((await billing.call("GET /subscription", { as: "kim" })).body).toMatchObject({
    status: "canceled",
    planId: 2,
    cancelAt: paid?.periodEndsAt.toISOString(),
    updateCardUrl: "/api/update-card-link",
  });
  expect((await billing.change("kim", 2)).body).toMatchObject({
    clientSecret: null,
    dueToday: null,
  });
  expect(await billing.stored("kim")).toMatchObject({ status: "active" });
});

test("refuses to cancel or to replace a card before a purchase", async () => {
  for (const path of ["/cancel-subscription", "/update-card-link"] as const) {
    expect(await billing.call(`POST ${path}`, { as: "lea" })).toMatchObject({ status: 409 });
  }
  // a subscription that is not paid yet cannot be cancelled either
  await billing.choose("lea", 1);
  expect(await billing.call("POST /cancel-subscription", { as: "lea" })).toMatchObject({
    status: 409,
  });
});

test("creates a new customer when the old one was deleted at Stripe", async () => {
  await billing.choose("ned", 1);
  const gone = await billing.customerOf("ned");
  await billing.provider!.deleteCustomer(gone);
  expect(await billing.choose("ned", 1)).toMatchObject({ status: 200 });
  expect(await billing.customerOf("ned")).not.toBe(gone);
  expect(await billing.subscriptionsAt("ned")).toHaveLength(1);
});

test("keeps the new customer of another replica when the old one was deleted at Stripe", async () => {
  await billing.choose("oda", 1);
  const gone = await billing.customerOf("oda");
  const [here, there] = billing.replicas;
  const { provider } = billing;
  // the customer is deleted during this purchase, and the other replica is the first to notice it
  const late: typeof provider = {
    ...provider,
    subscribe: async (customer, ...details) => {
      if (customer === gone) {
        await provider.deleteCustomer(gone);
        await there.checkout.choose(asUserId("oda"), 2);
      }
      return provider.subscribe(customer, ...details);
    },
  };
  await stripeCheckout({ ...here, provider: late }).choose(asUserId("oda"), 3);
  const { customers } = await stripe.state();
  const left = customers.filter(({ metadata }) => metadata.userId === "oda");
  expect(left.map(({ id }) => id)).toEqual([await billing.customerOf("oda")]);
});

test("answers with a page of Stripe on which the card can be replaced", async () => {
  await billing.subscribe("max", 1);
  const { body } = await billing.call("POST /update-card-link", { as: "max" });
  expect(body).toEqual({ url: expect.stringMatching(/^https:\/\/billing\.stripe\./) });
});
