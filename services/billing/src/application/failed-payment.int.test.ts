import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { reconcileDue } from "../workers/reconcile-due.ts";
import { billingForTests, secretOf } from "../testing/stripe.ts";

const dayMs = 86_400_000;
const { stripe, billing } = await billingForTests();

/** Subscribes; then the renewal after a month fails, and no webhook reports it. */
const inDebt = async (as: string) => {
  await billing.subscribe(as, 1);
  await stripe.setCard(await billing.customerOf(as), "declines");
  const { paid } = await billing.stored(as);
  await billing.passDays(
    Math.ceil((paid!.periodEndsAt.getTime() - billing.clock().getTime()) / dayMs),
  );
  await billing.passDays(1);
  return billing.stored(as);
};
const shown = async (as: string) => (await billing.call("GET /subscription", { as })).body;

test("keeps the plan for seven days after a failed renewal, and then lapses", async () => {
  const { paid, status } = await inDebt("ada");
  expect(status).toBe("past_due");
  expect(await shown("ada")).toMatchObject({
    status: "past_due",
    planId: 1,
    stripeSubscriptionId: paid!.id,
    graceEndsAt: paid!.until!.toISOString(),
    updateCardUrl: "/api/update-card-link",
  });
  expect(await billing.choose("ada", 2)).toMatchObject({ status: 409 });
  await billing.passDays(5);
  expect(await billing.stored("ada")).toMatchObject({
    status: "past_due",
    paid: { until: paid!.until },
  });
  await billing.passDays(2);
  expect(await shown("ada")).toMatchObject({ status: "lapsed", stripeSubscriptionId: null });
  // the end at Stripe, some seconds later, is not another end: each end has a notice of its own
  await billing.read("ada");
  expect(await billing.stored("ada")).toMatchObject({
    paid: { state: "ended", until: paid!.until },
  });
  // Stripe must not charge later for a plan that has ended
  const [ended] = await billing.subscriptionsAt("ada");
  expect(ended).toMatchObject({ status: "canceled" });
  // a new purchase starts a new subscription
  await billing.subscribe("ada", 2);
  expect(await shown("ada")).toMatchObject({ status: "active", planId: 2 });
});

test("pays the open invoice when the same plan is chosen again, and shows it without a webhook", async () => {
  const { paid } = await inDebt("bob");
  await stripe.pay(secretOf(await billing.choose("bob", 1)));
  expect(await shown("bob")).toMatchObject({ status: "past_due" });
  await reconcileDue(billing.clock(), billing);
  expect(await billing.stored("bob")).toMatchObject({
    status: "active",
    paid: { id: paid!.id, until: null },
  });
});

test("asks Stripe at most every 10 seconds for a person who waits for a payment", async () => {
  await inDebt("ben");
  const reads = async () => {
    await shown("ben");
    await reconcileDue(billing.clock(), billing);
    return (await stripe.log()).filter(({ call }) => call === "GET /v1/subscriptions").length;
  };
  const passSeconds = (seconds: number) => {
    billing.time.fixed = new Date(billing.clock().getTime() + seconds * 1_000);
  };
  const first = await reads();
  passSeconds(9);
  expect(await reads()).toBe(first);
  passSeconds(1);
  expect(await reads()).toBe(first + 1);
});

test("pays the open invoice with a new card as soon as Stripe reports it", async () => {
  await inDebt("cy");
  await billing.listen();
  await stripe.setCard(await billing.customerOf("cy"), "good");
  await expect
    .poll(async () => {
      await billing.work();
      return (await billing.stored("cy")).status;
    })
    .toBe("active");
  await stripe.webhooks({});
});

test("charges the next month to the new card", async () => {
  await billing.subscribe("cleo", 1);
  const customer = await billing.customerOf("cleo");
  await stripe.setCard(customer, "good");
  await billing.stripeJobs.add(
    { _id: "evt_new_card", kind: "use_new_card", target: customer },
    billing.clock(),
  );
  await billing.work();
  const { customers } = await stripe.state();
  const card = customers.find(({ id }) => id === customer)!.invoice_settings;
  expect(await billing.subscriptionsAt("cleo")).toMatchObject([card]);
});

test("changes nothing when the new card is declined, too", async () => {
  const before = await inDebt("dan");
  await stripe.setCard(before.customerId!, "declines");
  await billing.stripeJobs.add(
    { _id: "evt_card", kind: "use_new_card", target: before.customerId! },
    billing.clock(),
  );
  await billing.work();
  expect(await billing.stored("dan")).toMatchObject({ status: "past_due", paid: before.paid });
});

test("ends an unpaid month at once when it is cancelled", async () => {
  await inDebt("eve");
  const { body } = await billing.call("POST /cancel-subscription", { as: "eve" });
  const { endsAt } = body as { endsAt: string };
  expect(Math.abs(Date.parse(endsAt) - billing.clock().getTime())).toBeLessThan(60_000);
  expect(await billing.stored("eve")).toMatchObject({ status: "lapsed" });
  expect(await billing.subscriptionsAt("eve")).toMatchObject([{ status: "canceled" }]);
});

test("ends an unpaid month that is cancelled, also when its end was interrupted", async () => {
  const { paid } = await inDebt("eda");
  await stripe.faults({ call: `DELETE /v1/subscriptions/${paid?.id}`, status: 503 });
  expect(await billing.call("POST /cancel-subscription", { as: "eda" })).toMatchObject({
    status: 503,
  });
  await stripe.faults({});
  await billing.work();
  await billing.read("eda");
  expect(await billing.subscriptionsAt("eda")).toMatchObject([{ status: "canceled" }]);
  expect(await billing.stored("eda")).toMatchObject({ status: "lapsed" });
});

test("keeps a plan whose invoice is paid while it is cancelled, until the end of the paid month", async () => {
  const { paid, customerId } = await inDebt("eli");
  const { id = "" } = paid ?? {};
  const read = `GET /v1/subscriptions/${id}`;
  // billing reads that the invoice is unpaid, and gets this response after the payment
  await stripe.faults({ call: read, holdAnswer: true, times: 1 });
  const cancelled = billing.call("POST /cancel-subscription", { as: "eli" });
  await expect.poll(async () => (await stripe.log()).some(({ call }) => call === read)).toBe(true);
  await stripe.setCard(customerId ?? "", "good");
  await stripe.pass(4);
  await stripe.faults({});
  expect(await cancelled).toMatchObject({ status: 200 });
  expect((await billing.moneyOf("eli")).paid).toEqual([499, 499]);
  expect(await billing.stored("eli")).toMatchObject({ status: "canceled", paid: { id } });
  expect(await billing.subscriptionsAt("eli")).toMatchObject([
    { status: "active", cancel_at_period_end: true },
  ]);
});

test("takes no money for an unpaid month after its end, also when the end was interrupted", async () => {
  const { paid, customerId } = await inDebt("ewa");
  const { id = "" } = paid ?? {};
  await stripe.faults({ call: `DELETE /v1/subscriptions/${id}`, status: 503 });
  await expect(billing.provider.endUnpaid(id)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
  });
  await stripe.faults({});
  await stripe.setCard(customerId ?? "", "good");
  expect(await billing.provider.endUnpaid(id)).toBe(true);
  expect(await billing.subscriptionsAt("ewa")).toMatchObject([{ status: "canceled" }]);
  await billing.passDays(4);
  expect((await billing.moneyOf("ewa")).paid).toEqual([499]);
});

test("lapses at the end of the grace while Stripe is down", async () => {
  const { paid } = await inDebt("fay");
  await stripe.faults({ status: 503 });
  billing.time.fixed = paid!.until;
  await reconcileDue(billing.clock(), billing);
  expect(await billing.stored("fay")).toMatchObject({ status: "lapsed" });
  await stripe.faults({});
});

test("checks again after five minutes when Stripe does not answer", async () => {
  await billing.subscribe("flo", 2);
  await stripe.faults({ status: 503 });
  const { nextCheckAt: now = new Date() } = await billing.stored("flo");
  await reconcileDue(now, billing);
  expect(await billing.stored("flo")).toMatchObject({
    nextCheckAt: new Date(now.getTime() + 5 * 60_000),
  });
});

test("ends a cancelled subscription with its month without a webhook", async () => {
  await billing.subscribe("gus", 2);
  const { body } = await billing.call("POST /cancel-subscription", { as: "gus" });
  await billing.passDays(20);
  expect(await billing.stored("gus")).toMatchObject({ status: "canceled" });
  await billing.passDays(12);
  expect(await billing.stored("gus")).toMatchObject({ status: "lapsed" });
  expect(new Date((body as { endsAt: string }).endsAt) < billing.clock()).toBe(true);
});

test("publishes nothing for a paid renewal", async () => {
  await billing.subscribe("hal", 2);
  const { outbox, paid } = await billing.stored("hal");
  await billing.passDays(32);
  const after = await billing.stored("hal");
  expect(after.status).toBe("active");
  expect(after.paid!.periodEndsAt > paid!.periodEndsAt).toBe(true);
  expect(after.outbox).toHaveLength(outbox.length);
});

test("drops an abandoned purchase when it expires", async () => {
  await billing.choose("ida", 2);
  await billing.passDays(1);
  expect(await billing.stored("ida")).toMatchObject({ open: null });
});

test.each([
  ["a failed renewal", "gil", true],
  ["the first payment", "gia", false],
] as const)("takes no money for %s after the account was deleted", async (_case, as, isRenewal) => {
  if (isRenewal) await inDebt(as);
  const clientSecret = secretOf(await billing.choose(as, 1));
  await billing.forgetting.forget([asUserId(as)]);
  await billing.work();
  expect(await billing.pay(clientSecret)).toBe(false);
});

test("deletes an erased person at Stripe as soon as Stripe answers", async () => {
  await billing.subscribe("gone", 2);
  const customer = await billing.customerOf("gone");
  await stripe.faults({ status: 500 });
  await billing.forgetting.forget([asUserId("gone")]);
  await billing.work();
  expect((await billing.call("GET /subscription", { as: "gone" })).body).toMatchObject({
    planId: null,
  });
  expect(await billing.stored("gone")).not.toHaveProperty("customerId");
  await stripe.faults({});
  await billing.passDays(1);
  const { customers, subscriptions, invoices } = await stripe.state();
  expect(customers.find(({ id }) => id === customer)).toMatchObject({ deleted: true });
  const ofCustomer = subscriptions.filter((each) => each.customer === customer);
  expect(ofCustomer).toMatchObject([{ status: "canceled" }]);
  expect(invoices.some((each) => each.customer === customer)).toBe(true);
  expect(await billing.stripeJobs.model.countDocuments({ target: customer })).toBe(0);
  expect(await billing.choose("gone", 1)).toMatchObject({ status: 401 });
});

test("keeps no id of an erased person at Stripe in its jobs", async () => {
  const { customerId, paid } = await inDebt("uma");
  await billing.passDays(7);
  expect(await billing.subscriptionsAt("uma")).toMatchObject([{ status: "canceled" }]);
  await billing.forgetting.forget([asUserId("uma")]);
  await billing.work();
  // by a reconcile that began before the erasure
  const late = { _id: "late", kind: "end_duplicates", target: customerId! } as const;
  await billing.stripeJobs.add(late, billing.clock());
  await billing.work();
  const jobs = JSON.stringify(await billing.stripeJobs.model.find().lean());
  expect(jobs).not.toContain(customerId);
  expect(jobs).not.toContain(paid?.id);
});
