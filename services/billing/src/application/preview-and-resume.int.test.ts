import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { billingForTests } from "../testing/stripe.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";

const { stripe, billing } = await billingForTests();

const preview = (as: string, planId: number) =>
  billing.call(`GET /plan-change-preview?planId=${planId}`, { as });
const post = (as: string, path: `/${string}`) => billing.call(`POST ${path}`, { as });

test("previews exactly what an upgrade in the middle of the month charges", async () => {
  await billing.subscribe("ada", 1);
  await stripe.pass(10);
  const { body } = await preview("ada", 3);
  const { dueToday } = body as { dueToday: number };
  const { paid } = await billing.stored("ada");
  expect(body).toEqual({ dueToday, credited: 0, renewsAt: paid?.periodEndsAt.toISOString() });
  // two thirds of the difference of 15 euros, and nothing is charged by the preview
  expect(dueToday).toBeGreaterThan(900);
  expect(dueToday).toBeLessThan(1100);
  expect(await billing.moneyOf("ada")).toEqual({ paid: [499], refunded: [] });
  await billing.change("ada", 3);
  const { paid: charged } = await billing.moneyOf("ada");
  expect(charged).toHaveLength(2);
  // the clock runs between the preview and the change
  expect(Math.abs((charged[1] ?? 0) - dueToday)).toBeLessThanOrEqual(1);
});

test("previews a downgrade as a credit, and the plan in force as free", async () => {
  await billing.subscribe("bob", 3);
  const { body } = await preview("bob", 2);
  expect(body).toMatchObject({ dueToday: 0, credited: 1000 });
  expect((await preview("bob", 3)).body).toMatchObject({ dueToday: 0, credited: 0 });
});

test("previews a first payment as the price of the plan, and creates nothing at Stripe", async () => {
  expect((await preview("cy", 2)).body).toEqual({ dueToday: 999, credited: 0, renewsAt: null });
  expect(await billing.stored("cy")).not.toHaveProperty("customerId");
});

test("refuses a preview with an unpaid invoice, of an unknown plan and of no plan", async () => {
  await billing.subscribe("dan", 1);
  await stripe.setCard(await billing.customerOf("dan"), "declines");
  await stripe.pass(32);
  await billing.read("dan");
  expect(await preview("dan", 2)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect(await preview("dan", 9)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  for (const query of ["", "?planId=x", "?planId=1&planId=2", "?planId=1&free=1"] as const) {
    expect(await billing.call(`GET /plan-change-preview${query}`, { as: "dan" })).toMatchObject({
      status: 400,
    });
  }
  expect(await billing.call("GET /plan-change-preview?planId=1")).toMatchObject({ status: 401 });
});

test("answers 503 while Stripe is away, in the language of the page", async () => {
  await billing.subscribe("eve", 1);
  await stripe.faults({ call: "POST /v1/invoices/create_preview", status: 500 });
  const headers = { "accept-language": "en" };
  expect(
    await billing.call("GET /plan-change-preview?planId=2", { as: "eve", headers }),
  ).toMatchObject({ status: 503, body: { message: expect.stringContaining("not available") } });
});

test("resumes a cancelled subscription without a payment, once", async () => {
  await billing.subscribe("fay", 2);
  expect(await post("fay", "/resume-subscription")).toMatchObject({
    status: 409,
    body: { code: "CONFLICT" },
  });
  await post("fay", "/cancel-subscription");
  const { paid } = await billing.stored("fay");
  const resumed = await post("fay", "/resume-subscription");
  expect(resumed).toMatchObject({
    status: 200,
    body: {
      success: true,
      message: expect.stringContaining("reprend"),
      renewsAt: paid?.periodEndsAt.toISOString(),
    },
  });
  expect(await billing.stored("fay")).toMatchObject({ status: "active", paid: { until: null } });
  const [at] = await billing.subscriptionsAt("fay");
  expect(at).toMatchObject({ cancel_at_period_end: false });
  expect(await billing.moneyOf("fay")).toEqual({ paid: [999], refunded: [] });
  expect(await post("fay", "/resume-subscription")).toMatchObject({ status: 409 });
});

test("does not undo a change of plan that another tab makes during the resumption", async () => {
  await billing.subscribe("ida", 1);
  await post("ida", "/cancel-subscription");
  let reads = 0;
  const provider = {
    ...billing.provider,
    subscriptionsOf: async (customer: string) => {
      reads += 1;
      if (reads === 2) await billing.change("ida", 3);
      return billing.provider.subscriptionsOf(customer);
    },
  };
  await stripeCheckout({ ...billing, provider }).resume(asUserId("ida"));
  expect(await billing.stored("ida")).toMatchObject({ paid: { planId: 3, state: "renewing" } });
});

test("resumes nothing after the end", async () => {
  expect(await post("gus", "/resume-subscription")).toMatchObject({ status: 409 });
  await billing.subscribe("gus", 1);
  await post("gus", "/cancel-subscription");
  await stripe.pass(32);
  await billing.read("gus");
  expect(await post("gus", "/resume-subscription")).toMatchObject({ status: 409 });
});

test("answers with Stripe's page of cards and address, but not before a purchase", async () => {
  expect(await post("hal", "/billing-details-link")).toMatchObject({ status: 409 });
  await billing.subscribe("hal", 1);
  expect((await post("hal", "/billing-details-link")).body).toEqual({
    url: expect.stringMatching(/^https:\/\/billing\.stripe\./),
  });
});

test("cancels, resumes and changes a subscription for which an operator has planned a change at Stripe", async () => {
  await billing.subscribe("zoe", 2);
  const [{ id } = { id: "" }] = await billing.subscriptionsAt("zoe");
  const found = async () => (await billing.subscriptionsAt("zoe"))[0];
  await stripe.schedule(id);
  expect(await post("zoe", "/cancel-subscription")).toMatchObject({ status: 200 });
  expect(await found()).toMatchObject({ cancel_at_period_end: true, schedule: null });
  await stripe.schedule(id);
  expect(await post("zoe", "/resume-subscription")).toMatchObject({ status: 200 });
  expect(await found()).toMatchObject({ cancel_at_period_end: false, schedule: null });
  await stripe.schedule(id);
  expect(await billing.change("zoe", 3)).toMatchObject({ status: 200 });
  expect(await found()).toMatchObject({ schedule: null });
  expect(await billing.stored("zoe")).toMatchObject({ status: "active", paid: { planId: 3 } });
});

test("cancels twice at once a subscription for which an operator has planned a change at Stripe", async () => {
  await billing.subscribe("zed", 2);
  const [{ id } = { id: "" }] = await billing.subscriptionsAt("zed");
  await stripe.schedule(id);
  const read = `GET /v1/subscriptions/${id}`;
  const reads = async () => (await stripe.log()).filter(({ call }) => call === read).length;
  // both calls read the schedule before one of them releases it
  await stripe.faults({ call: read, holdAnswer: true, times: 2 });
  const both = [post("zed", "/cancel-subscription"), post("zed", "/cancel-subscription")];
  await expect.poll(reads).toBe(2);
  await stripe.faults({});
  for (const cancelled of await Promise.all(both)) expect(cancelled).toMatchObject({ status: 200 });
  const [after] = await billing.subscriptionsAt("zed");
  expect(after).toMatchObject({ cancel_at_period_end: true, schedule: null });
});
