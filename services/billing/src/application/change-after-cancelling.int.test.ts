import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { billingForTests, secretOf } from "../testing/stripe.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";
import { reconcile } from "./reconcile-subscription.ts";

const { stripe, billing } = await billingForTests();

const cancel = (as: string) => billing.call("POST /cancel-subscription", { as });
/** Buys `planId`, sets the card for later payments and cancels. */
const cancelled = async (as: string, planId: number, card: "good" | "asks" | "declines") => {
  await billing.subscribe(as, planId);
  await stripe.setCard(await billing.customerOf(as), card);
  expect(await cancel(as)).toMatchObject({ status: 200 });
};
const atStripe = async (as: string) => {
  const [subscription] = await billing.subscriptionsAt(as);
  return subscription!;
};

test.each([
  ["never confirmed", "ada", "asks"],
  ["declined", "bob", "declines"],
] as const)("keeps a subscription cancelled while a larger plan is %s", async (_case, as, card) => {
  await cancelled(as, 1, card);
  expect(secretOf(await billing.change(as, 3))).toMatch(/_secret_/);
  expect(await atStripe(as)).toMatchObject({ cancel_at_period_end: true });
  expect(await billing.stored(as)).toMatchObject({ status: "canceled", paid: { planId: 1 } });
  await billing.passDays(2);
  expect(await atStripe(as)).toMatchObject({ cancel_at_period_end: true });
  await billing.passDays(31);
  expect(await atStripe(as)).toMatchObject({ status: "canceled" });
  const ended = await billing.stored(as);
  expect(ended).toMatchObject({ status: "lapsed", renewal: null });
  // nothing can resume: Stripe is not asked again
  expect(ended).not.toHaveProperty("nextCheckAt");
  expect(await billing.moneyOf(as)).toEqual({ paid: [499], refunded: [] });
});

test("resumes a cancelled subscription once the larger plan is paid", async () => {
  await cancelled("cy", 1, "asks");
  const chosen = await billing.change("cy", 3);
  await stripe.pay(secretOf(chosen));
  await billing.read("cy");
  expect(await atStripe("cy")).toMatchObject({ cancel_at_period_end: false });
  expect(await billing.stored("cy")).toMatchObject({ status: "active", paid: { planId: 3 } });
});

test.each([
  ["larger", "dan", 1, 3],
  ["smaller", "eve", 3, 1],
] as const)(
  "resumes a cancelled subscription with a %s plan that is in force at once",
  async (_case, as, from, to) => {
    await cancelled(as, from, "good");
    expect((await billing.change(as, to)).body).toMatchObject({
      clientSecret: null,
      dueToday: null,
    });
    expect(await atStripe(as)).toMatchObject({ cancel_at_period_end: false });
    expect(await billing.stored(as)).toMatchObject({ status: "active", paid: { planId: to } });
    // the subscriber can cancel again
    await cancel(as);
    await billing.read(as);
    expect(await atStripe(as)).toMatchObject({ cancel_at_period_end: true });
  },
);

test("keeps the cancellation when Stripe refuses the change", async () => {
  await cancelled("fay", 1, "good");
  const { id } = await atStripe("fay");
  await stripe.faults({ call: `POST /v1/subscriptions/${id}`, status: 400 });
  expect(await billing.change("fay", 3)).toMatchObject({ status: 502 });
  await stripe.faults({});
  await billing.read("fay");
  expect(await atStripe("fay")).toMatchObject({ cancel_at_period_end: true });
  expect(await billing.stored("fay")).toMatchObject({ status: "canceled" });
});

test("resumes a changed subscription when the response of Stripe was lost", async () => {
  await cancelled("gus", 1, "good");
  const { id } = await atStripe("gus");
  // Stripe makes the change, and billing gets no response
  await stripe.faults({ call: `POST /v1/subscriptions/${id}`, dropAnswer: true });
  expect(await billing.change("gus", 3)).toMatchObject({ status: 503 });
  expect(await atStripe("gus")).toMatchObject({ cancel_at_period_end: true });
  await stripe.faults({});
  await billing.read("gus");
  expect(await atStripe("gus")).toMatchObject({ cancel_at_period_end: false });
  expect(await billing.stored("gus")).toMatchObject({ status: "active", paid: { planId: 3 } });
});

test("stays cancelled when it is cancelled again before the change is paid", async () => {
  await cancelled("hal", 1, "asks");
  const chosen = await billing.change("hal", 3);
  await cancel("hal");
  await stripe.pay(secretOf(chosen));
  await billing.read("hal");
  expect(await atStripe("hal")).toMatchObject({ cancel_at_period_end: true });
  expect(await billing.stored("hal")).toMatchObject({ status: "canceled", paid: { planId: 3 } });
});

test("resumes when the change is chosen once more after the cancellation, and paid", async () => {
  await cancelled("hua", 1, "asks");
  await billing.change("hua", 3);
  await cancel("hua");
  await stripe.pay(secretOf(await billing.change("hua", 3)));
  await billing.read("hua");
  expect(await atStripe("hua")).toMatchObject({ cancel_at_period_end: false });
  expect(await billing.stored("hua")).toMatchObject({ status: "active", paid: { planId: 3 } });
});

test("cancels when one replica cancels while the other resumes", async () => {
  await cancelled("ida", 1, "asks");
  await stripe.pay(secretOf(await billing.change("ida", 3)));
  const [here, there] = billing.replicas;
  const { provider } = billing;
  let cancelling: Promise<Date> | undefined;
  // resumes at Stripe only after the other replica has cancelled
  const slow: typeof provider = {
    ...provider,
    keepRenewing: async (id) => {
      cancelling ??= there.checkout.cancel(asUserId("ida"));
      await cancelling;
      return provider.keepRenewing(id);
    },
  };
  await reconcile(asUserId("ida"), here.clock(), { ...here, provider: slow });
  expect(await atStripe("ida")).toMatchObject({ cancel_at_period_end: true });
  expect(await billing.stored("ida")).toMatchObject({ status: "canceled" });
});

test("resumes a subscription that an operator has cancelled for another date", async () => {
  await billing.subscribe("jan", 1);
  const { id } = await atStripe("jan");
  const nextWeek = new Date((await stripe.state()).now * 1000 + 7 * 86_400_000);
  await stripe.cancelAt(id, nextWeek);
  await billing.read("jan");
  expect(await billing.stored("jan")).toMatchObject({
    status: "canceled",
    paid: { until: nextWeek },
  });
  expect(await billing.call("POST /resume-subscription", { as: "jan" })).toMatchObject({
    status: 200,
  });
  expect(await atStripe("jan")).toMatchObject({ cancel_at: null });
});

test("can be cancelled and bought after Stripe resumed it without an effect", async () => {
  await cancelled("kay", 1, "good");
  const provider = { ...billing.provider, keepRenewing: async () => undefined };
  const checkout = stripeCheckout({ ...billing, provider });
  await expect(checkout.resume(asUserId("kay"))).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await billing.stored("kay")).toMatchObject({ status: "canceled", renewal: null });
  expect(await checkout.cancel(asUserId("kay"))).toEqual(expect.any(Date));
  expect((await billing.change("kay", 3)).status).toBe(200);
});
