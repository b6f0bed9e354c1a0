import { assert, asyncProperty, infiniteStream, nat } from "fast-check";
import { Stripe } from "stripe";
import { beforeEach, expect, test } from "vitest";
import { startBilling, testWebhookSecret } from "../testing/harness.ts";
import { billingForTests, secretOf, type StripeEvent } from "../testing/stripe.ts";

const { stripe, billing } = await billingForTests();
beforeEach(() => billing.stripeJobs.model.deleteMany({}));

const signed = (payload: string, secret = testWebhookSecret, ageSeconds = 0) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
  });
const post = (raw: string, signature?: string) =>
  billing.call("POST /webhooks/stripe", {
    raw,
    headers: {
      "content-type": "application/json",
      ...(signature === undefined ? {} : { "stripe-signature": signature }),
    },
  });
const send = (event: StripeEvent) => {
  const raw = JSON.stringify(event);
  return post(raw, signed(raw));
};
/** Buys a plan while no webhook arrives. @returns the events that Stripe would send */
const buyWithoutWebhooks = async (as: string, planId: number): Promise<StripeEvent[]> => {
  await stripe.pay(secretOf(await billing.choose(as, planId)));
  const customer = await billing.customerOf(as);
  return (await stripe.events()).filter(({ data: { object } }) =>
    [object.id, object.customer].includes(customer),
  );
};
const eventCount = async (as: string) => (await billing.stored(as)).outbox.length;

test("reaches the same state and publishes it once for any order and repetition of webhooks", async () => {
  let round = 0;
  await assert(
    asyncProperty(infiniteStream(nat()), async (random) => {
      const as = `any-order-${(round += 1)}`;
      const events = await buyWithoutWebhooks(as, 3);
      expect(events.length).toBeGreaterThanOrEqual(6);
      const many = Array.from({ length: 4 }, () => events).flat();
      const order = many
        .map((event) => ({ event, at: random.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at);
      const answers = await Promise.all(order.map(({ event }) => send(event)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(
        await billing.stripeJobs.model.countDocuments({ target: await billing.customerOf(as) }),
      ).toBe(events.length);
      await Promise.all([billing.work(), billing.work()]);
      const [bought] = await billing.subscriptionsAt(as);
      expect(await billing.stored(as)).toMatchObject({
        // started, customer created, opened, paid
        version: 4,
        status: "active",
        open: null,
        paid: { id: bought!.id, planId: 3, state: "renewing", until: null },
      });
      // the trial, and the plan
      expect(await eventCount(as)).toBe(2);
    }),
    { numRuns: 3 },
  );
});

test("reaches the same state from each webhook alone", async () => {
  const events = await buyWithoutWebhooks("one-by-one", 2);
  for (const event of events.toReversed()) {
    await send(event);
    await billing.work();
    expect(await billing.stored("one-by-one")).toMatchObject({ version: 4, status: "active" });
  }
  expect(await eventCount("one-by-one")).toBe(2);
});

test("activates a plan by the simulator's webhooks, repeated and late", async () => {
  await billing.listen({ copies: 3, delayMs: 50 });
  await stripe.pay(secretOf(await billing.choose("by-webhook", 1)));
  await expect
    .poll(async () => {
      await billing.work();
      return (await billing.stored("by-webhook")).status;
    })
    .toBe("active");
  await stripe.webhooks({});
});

test.each([
  ["no signature", undefined],
  ["another secret", (raw: string) => signed(raw, "whsec_forged")],
  ["another body", () => signed("{}")],
  ["an old signature", (raw: string) => signed(raw, testWebhookSecret, 301)],
  ["a wrong signature", () => "t=1,v1=00"],
  ["an empty signature", () => ""],
  ["an empty v1", () => `t=${Math.floor(Date.now() / 1000)},v1=`],
  ["a v1 that is not hexadecimal", () => `t=${Math.floor(Date.now() / 1000)},v1=é`],
])("refuses a webhook with %s and changes nothing", async (_case, sign) => {
  const raw = JSON.stringify({
    id: "evt_forged",
    object: "event",
    type: "customer.deleted",
    livemode: false,
    data: { object: { object: "customer", id: "cus_1" } },
  });
  const answer = await post(raw, sign?.(raw));
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "WEBHOOK_REFUSED", message: expect.any(String), requestId: expect.any(String) },
  });
  expect(await billing.stripeJobs.model.countDocuments()).toBe(0);
});

test("refuses live events with a test key, and test events with a live key", async () => {
  const live = await startBilling({ isLive: true });
  const webhookOf = (livemode: boolean) => {
    const raw = JSON.stringify({
      id: `evt_${String(livemode)}`,
      object: "event",
      type: "customer.subscription.updated",
      livemode,
      data: { object: { object: "customer", id: "cus_unknown" } },
    });
    const headers = { "content-type": "application/json", "stripe-signature": signed(raw) };
    return { raw, headers };
  };
  try {
    for (const [at, isLive] of [
      [billing, false],
      [live, true],
    ] as const) {
      const same = await at.call("POST /webhooks/stripe", webhookOf(isLive));
      expect(same).toMatchObject({ status: 200 });
      const other = await at.call("POST /webhooks/stripe", webhookOf(!isLive));
      expect(other).toMatchObject({ status: 400, body: { code: "WEBHOOK_REFUSED" } });
    }
  } finally {
    await live.stop();
  }
});

test("reads the plan from Stripe and not from the webhook", async () => {
  const events = await buyWithoutWebhooks("made-larger", 1);
  for (const [number, { data, ...event }] of events.entries()) {
    const claimed = {
      ...data.object,
      metadata: { planId: "3" },
      items: { data: [{ price: { id: "price_professional" } }] },
    };
    await send({ ...event, id: `evt_larger_${number}`, data: { object: claimed } });
  }
  await billing.work();
  expect(await billing.stored("made-larger")).toMatchObject({
    status: "active",
    paid: { planId: 1 },
  });
});

test("accepts the former secret while it is rotated", async () => {
  const event = { id: "evt_rotated", type: "ping", data: { object: { id: "x" } } };
  const raw = JSON.stringify({ ...event, object: "event" });
  expect(await post(raw, signed(raw, "whsec_test_before"))).toMatchObject({ status: 200 });
});

test("refuses signed requests that are not events, and ignores events of unknown customers", async () => {
  const malformed = ["", "no json", "null", "[]", "{}", '{"object":"event","id":5}'];
  const answers = await Promise.all(malformed.map((raw) => post(raw, signed(raw))));
  expect(answers.map(({ status }) => status)).toEqual(malformed.map(() => 400));
  const event = {
    id: "evt_of_another_product",
    object: "event",
    type: "invoice.paid",
    data: { object: { id: "in_1", customer: "cus_of_another_product" } },
  };
  expect(await post(JSON.stringify(event), signed(JSON.stringify(event)))).toMatchObject({
    status: 200,
    body: { received: true },
  });
  expect(await billing.stripeJobs.model.countDocuments()).toBe(0);
});

test("retries the work of a webhook when Stripe fails", async () => {
  const events = await buyWithoutWebhooks("later", 1);
  await stripe.faults({ call: "GET /v1/subscriptions", status: 503 });
  await send(events[0]!);
  await billing.work();
  expect(await billing.stripeJobs.model.findById(events[0]!.id).lean()).toMatchObject({
    attempts: 1,
  });
  expect(await billing.stored("later")).toMatchObject({ status: "trialing" });
  await stripe.faults({});
  billing.time.fixed = new Date(Date.now() + 3_000);
  await billing.work();
  billing.time.fixed = null;
  expect(await billing.stored("later")).toMatchObject({ status: "active" });
});
