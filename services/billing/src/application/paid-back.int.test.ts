import { asUserId } from "@matinale/contracts";
import { beforeEach, expect, test } from "vitest";
import { billingForTests } from "../testing/stripe.ts";

const { stripe, billing } = await billingForTests();
beforeEach(() => billing.listen());

/** Buys a plan. @returns its first payment */
async function bought(as: string, planId: number): Promise<{ id: string; charge: string }> {
  await billing.subscribe(as, planId);
  return lastPayment(as);
}
async function lastPayment(as: string) {
  const customer = await billing.customerOf(as);
  const { paymentIntents } = await stripe.state();
  const payment = paymentIntents.findLast((each) => each.customer === customer);
  return { id: payment?.id ?? "", charge: payment?.latest_charge ?? "" };
}
const jobsFor = (charge: string) => () =>
  billing.stripeJobs.model.countDocuments({ kind: "end_paid_back", target: charge });

const statusOf = async (as: string) => {
  await billing.work();
  return (await billing.stored(as)).status;
};

test("ends the plan of a disputed payment by a webhook that names no customer", async () => {
  const { charge } = await bought("dora", 2);
  await stripe.dispute(charge);
  await expect.poll(() => statusOf("dora")).not.toBe("active");
  expect(await billing.subscriptionsAt("dora")).toMatchObject([{ status: "canceled" }]);
});

test("a payment of this month that is refunded in full ends the plan", async () => {
  const { id } = await bought("rosa", 3);
  await stripe.refund(id);
  await expect.poll(() => statusOf("rosa")).not.toBe("active");
});

test("a refund of a change of plan leaves the subscription, and a dispute of it ends it", async () => {
  await bought("nina", 1);
  await billing.change("nina", 3);
  const { id, charge } = await lastPayment("nina");
  await stripe.refund(id);
  await expect.poll(jobsFor(charge)).toBe(1);
  expect(await statusOf("nina")).toBe("active");
  await stripe.dispute(charge);
  await expect.poll(() => statusOf("nina")).not.toBe("active");
});

test("a refund of an earlier month leaves the plan as it is", async () => {
  const { charge } = await bought("paul", 1);
  await stripe.setCard(await billing.customerOf("paul"), "good");
  await billing.passDays(40);
  expect(await statusOf("paul")).toBe("active");
  await stripe.dispute(charge);
  await expect.poll(jobsFor(charge)).toBe(1);
  expect(await statusOf("paul")).toBe("active");
});

test("a dispute about another product of the same Stripe account ends nothing here", async () => {
  const { charge } = await bought("otto", 2);
  const customerId = await billing.customerOf("otto");
  await billing.subscriptions.apply(asUserId("otto"), billing.clock(), () => ({
    customerId: "cus_of_another_account",
  }));
  await stripe.dispute(charge);
  await expect.poll(jobsFor(charge)).toBe(1);
  await billing.work();
  const { subscriptions } = await stripe.state();
  expect(subscriptions.filter((each) => each.customer === customerId)).toMatchObject([
    { status: "active" },
  ]);
});
