import { asUserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { startBilling, type TestBilling } from "../testing/harness.ts";

let billing: TestBilling;
startForTests(startBilling, (started) => (billing = started));

test("lists three plans without a session, with Premium as the popular one", async () => {
  const { status, body } = await billing.call("GET /subscription-plans");
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { id: 1, nameEn: "Essential", priceEur: 499, stripePriceId: "price_one", popular: false },
    { id: 2, nameEn: "Premium", priceEur: 999, stripePriceId: "price_two", popular: true },
    { id: 3, nameEn: "Professional", priceEur: 1999, stripePriceId: "price_three", popular: false },
  ]);
});

test("answers with exactly the fields of a plan that the site reads", async () => {
  const { body } = await billing.call("GET /subscription-plans/1");
  expect(body).toEqual({
    id: 1,
    nameFr: "Essentiel",
    nameEn: "Essential",
    priceEur: 499,
    features: expect.arrayContaining(["3 categories"]),
    limits: {
      editionsPerDay: 1,
      maxCategories: 3,
      maxMinutes: 3,
      breakingNewsAlerts: false,
      prioritySupport: false,
    },
    stripePriceId: "price_one",
    popular: false,
  });
});

test.each(["0", "4", "-1", "1.0", "abc", "%24ne", "__proto__", "1".repeat(40), "01"])(
  "answers 404 for plan %s",
  async (id) => {
    expect(await billing.call(`GET /subscription-plans/${id}`)).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
  },
);

test("answers with Premium and without a Stripe subscription during the trial", async () => {
  const as = asUserId("ada");
  await billing.subscriptions.startTrial(as, new Date("2026-11-01T08:00:00Z"));
  expect((await billing.call("GET /me", { as })).body).toEqual({
    stripeSubscriptionId: null,
    planId: 2,
    trialEndsAt: "2026-11-08T08:00:00.000Z",
  });
});

test("answers with nulls before user.changed arrives", async () => {
  expect(await billing.call("GET /me", { as: "newcomer" })).toMatchObject({
    status: 200,
    body: { stripeSubscriptionId: null, planId: null, trialEndsAt: null },
  });
  expect(await billing.call("GET /me")).toMatchObject({ status: 401 });
});

test("exports the subscription of a person", async () => {
  const as = asUserId("eve");
  await billing.subscriptions.startTrial(as, new Date("2026-11-01T08:00:00Z"));
  const { status, body } = await billing.call("GET /export", { as });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "trialing", planId: 2, stripeSubscriptionId: null });
  expect(body).not.toHaveProperty("updateCardUrl");
  expect(await billing.call("GET /export", { as: "newcomer" })).toMatchObject({ status: 404 });
});
