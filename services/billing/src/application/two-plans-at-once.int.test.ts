import { asUserId, type PlanId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { billingForTests, secretOf } from "../testing/stripe.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";

const { stripe, billing } = await billingForTests();

const amounts: Record<PlanId, number> = { 1: 499, 2: 999, 3: 1999 };
const live = async (as: string) =>
  (await billing.subscriptionsAt(as)).filter(({ status }) =>
    ["active", "incomplete", "past_due"].includes(status),
  );
/** The only subscription of this person. */
const only = async (as: string) => {
  const all = await billing.subscriptionsAt(as);
  expect(all).toHaveLength(1);
  return all[0]!;
};
/** Reconciles on both replicas at the same time, twice on each, as repeated webhooks would. */
const reconcileOnBoth = async (as: string) => {
  await Promise.all([billing.read(as), billing.read(as), billing.read(as), billing.read(as)]);
  await billing.work();
};
/** Opens two subscriptions that wait for payment, as can happen when Stripe has dropped an idempotency key. */
const twoOpen = async (as: string) => {
  await billing.choose(as, 1);
  const customer = await billing.customerOf(as);
  const first = await billing.provider.subscribe(customer, 1, {}, `first:${as}`);
  const second = await billing.provider.subscribe(customer, 3, {}, `second:${as}`);
  return { first, second };
};

test("opens one payable subscription when two replicas choose two plans at once", async () => {
  for (const round of [1, 2, 3, 4]) {
    const as = `choosing-${round}`;
    const [one, other] = billing.replicas;
    const chosen = await Promise.all([
      one.checkout.choose(asUserId(as), 1),
      other.checkout.choose(asUserId(as), 3),
    ]);
    expect(await live(as)).toHaveLength(1);
    const paid = [];
    for (const { clientSecret } of chosen) paid.push(await billing.pay(clientSecret));
    expect(paid.filter(Boolean)).toHaveLength(1);
    await reconcileOnBoth(as);
    expect(await live(as)).toMatchObject([{ status: "active" }]);
    const { paid: money, refunded } = await billing.moneyOf(as);
    expect(money).toHaveLength(1);
    expect(refunded).toEqual([]);
    expect(await billing.stored(as)).toMatchObject({ status: "active", open: null });
  }
});

test.each([
  ["newer", "ada", 1, 3],
  ["older", "bob", 3, 1],
] as const)(
  "keeps the subscription paid last when it is the %s one, and refunds the other",
  async (_case, as, firstPaid, lastPaid) => {
    const { first, second } = await twoOpen(as);
    const of = { 1: first, 3: second };
    expect(await billing.pay(of[firstPaid].clientSecret)).toBe(true);
    await stripe.passSeconds(60);
    expect(await billing.pay(of[lastPaid].clientSecret)).toBe(true);
    await reconcileOnBoth(as);
    const running = (await live(as)).map(({ id }) => id);
    expect(running).toEqual([of[lastPaid].id]);
    expect(await billing.stored(as)).toMatchObject({
      status: "active",
      paid: { id: of[lastPaid].id, planId: lastPaid },
    });
    expect((await billing.moneyOf(as)).refunded).toEqual([amounts[firstPaid]]);
    // further reconciles change nothing, and a month later one plan is charged
    await reconcileOnBoth(as);
    expect((await billing.moneyOf(as)).refunded).toEqual([amounts[firstPaid]]);
    await stripe.pass(32);
    const { paid } = await billing.moneyOf(as);
    expect(paid.filter((amount) => amount === amounts[firstPaid])).toHaveLength(1);
    expect(paid.filter((amount) => amount === amounts[lastPaid])).toHaveLength(2);
  },
);

test("activates the plan paid last before the other has ended", async () => {
  const { first, second } = await twoOpen("cy");
  await billing.pay(second.clientSecret);
  await stripe.passSeconds(60);
  await billing.pay(first.clientSecret);
  await billing.read("cy");
  expect(await billing.stored("cy")).toMatchObject({ paid: { id: first.id, planId: 1 } });
  expect((await billing.call("GET /subscription", { as: "cy" })).body).toMatchObject({ planId: 1 });
});

test.each([
  ["the refund", "POST /v1/refunds"],
  ["the end", "DELETE"],
] as const)(
  "refunds once and ends one subscription after a crash that follows %s",
  async (_case, call) => {
    const as = `crash ${call.slice(0, 4)}`;
    const { first, second } = await twoOpen(as);
    await billing.pay(first.clientSecret);
    await stripe.passSeconds(60);
    await billing.pay(second.clientSecret);
    await billing.read(as);
    // Stripe does it, and the response is lost, also that of the client's own retry
    const line = call === "DELETE" ? `DELETE /v1/subscriptions/${first.id}` : call;
    await stripe.faults({ call: line, dropAnswer: true, times: 2 });
    await billing.work();
    await stripe.faults({});
    billing.time.fixed = new Date(Date.now() + 60_000);
    await billing.work();
    billing.time.fixed = null;
    expect((await live(as)).map(({ id }) => id)).toEqual([second.id]);
    expect((await billing.moneyOf(as)).refunded).toEqual([499]);
  },
);

test("ends a subscription that waits for its payment when another one is paid", async () => {
  const { first, second } = await twoOpen("dan");
  await billing.pay(first.clientSecret);
  await reconcileOnBoth("dan");
  expect(await billing.pay(second.clientSecret)).toBe(false);
  expect((await live("dan")).map(({ id }) => id)).toEqual([first.id]);
  expect((await billing.moneyOf("dan")).refunded).toEqual([]);
});

test("keeps a subscription that is paid while it ends, and the payment", async () => {
  const clientSecret = secretOf(await billing.choose("hal", 1));
  const { id } = await only("hal");
  const read = `GET /v1/subscriptions/${id}`;
  // billing reads that it waits for its payment, and gets this response after the payment
  await stripe.faults({ call: read, holdAnswer: true, times: 1 });
  const ending = billing.provider.endUnpaid(id);
  await expect.poll(async () => (await stripe.log()).some(({ call }) => call === read)).toBe(true);
  expect(await billing.pay(clientSecret)).toBe(true);
  await stripe.faults({});
  expect(await ending).toBe(false);
  await reconcileOnBoth("hal");
  expect(await live("hal")).toMatchObject([{ id, status: "active" }]);
  expect(await billing.stored("hal")).toMatchObject({ status: "active", paid: { id, planId: 1 } });
  expect(await billing.moneyOf("hal")).toEqual({ paid: [499], refunded: [] });
});

test("takes no money for a subscription whose end was interrupted, and ends it later", async () => {
  const clientSecret = secretOf(await billing.choose("ida", 1));
  const { id, latest_invoice: invoice } = await only("ida");
  await stripe.faults({ call: `POST /v1/invoices/${invoice}/void`, dropAnswer: true });
  await expect(billing.provider.endUnpaid(id)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
  });
  await stripe.faults({});
  expect(await billing.pay(clientSecret)).toBe(false);
  expect(await billing.provider.endUnpaid(id)).toBe(true);
  expect(await live("ida")).toEqual([]);
  expect((await billing.moneyOf("ida")).paid).toEqual([]);
});

test("ends a subscription once when two replicas end it at the same time", async () => {
  await billing.choose("joe", 2);
  const { id } = await only("joe");
  const ends = billing.replicas.map(({ provider }) => provider?.endUnpaid(id));
  expect(await Promise.all(ends)).toEqual([true, true]);
  expect(await live("joe")).toEqual([]);
});

test("neither changes nor sells a second time when a plan is paid while another one is chosen", async () => {
  const [one, other] = billing.replicas;
  const { clientSecret } = await one.checkout.choose(asUserId("eve"), 1);
  const { provider } = billing;
  // paid after the second choice has read the list
  const paidLate = {
    ...provider,
    endUnpaid: async (id: string) => {
      await billing.pay(clientSecret);
      return provider.endUnpaid(id);
    },
  };
  const choosing = stripeCheckout({ ...other, provider: paidLate }).choose(asUserId("eve"), 3);
  await expect(choosing).rejects.toMatchObject({ code: "CONFLICT" });
  await reconcileOnBoth("eve");
  expect(await billing.subscriptionsAt("eve")).toHaveLength(1);
  expect(await billing.stored("eve")).toMatchObject({ status: "active", paid: { planId: 1 } });
  expect(await billing.moneyOf("eve")).toEqual({ paid: [499], refunded: [] });
});

test("keeps the subscriptions of other people when a duplicate ends", async () => {
  const { first, second } = await twoOpen("fay");
  await billing.pay(secretOf(await billing.choose("gus", 2)));
  await billing.pay(first.clientSecret);
  await stripe.passSeconds(60);
  await billing.pay(second.clientSecret);
  await reconcileOnBoth("fay");
  await reconcileOnBoth("gus");
  expect(await live("gus")).toMatchObject([{ status: "active" }]);
  expect((await billing.moneyOf("gus")).refunded).toEqual([]);
});
