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
  expect((await billing.call("GET /subscription", { as })).body).toMatchObject({
    stripeSubscriptionId: null,
    planId: 2,
    trialEndsAt: "2026-11-08T08:00:00.000Z",
  });
});

test("answers with nulls before user.changed arrives", async () => {
  const as = "newcomer";
  expect(await billing.call("GET /me", { as })).toMatchObject({
    status: 200,
    body: { stripeSubscriptionId: null },
  });
  expect((await billing.call("GET /subscription", { as })).body).toMatchObject({
    status: null,
    planId: null,
    trialEndsAt: null,
  });
  expect(await billing.call("GET /me")).toMatchObject({ status: 401 });
});

/** Each collection, with the keys of the export that hold what it stores about a person. */
const exported: Record<string, readonly string[]> = {
  subscriptions: ["status", "stripeCustomerId", "lastSubscription", "waivers"],
  // calls to make at Stripe, by ids of Stripe; kept for 40 days
  stripe_jobs: [],
  // ids of erased people
  erased_people: [],
};

test("every collection has its place in the export, or a reason to have none", () => {
  const { models } = billing.subscriptions.model.db;
  const collections = Object.values(models).map(({ collection }) => collection.name);
  expect(collections.toSorted()).toEqual(Object.keys(exported).toSorted());
});

test("exports the customer at Stripe, the last subscription and what was chosen, also after its end", async () => {
  const as = asUserId("frank");
  await billing.subscriptions.startTrial(as, new Date("2026-01-01T08:00:00Z"));
  const periodEndsAt = new Date("2026-02-01T08:00:00Z");
  const paid = {
    id: "sub_1",
    planId: 1,
    state: "ended",
    periodEndsAt,
    until: periodEndsAt,
  } as const;
  const renewal = { id: "sub_1", wanted: "end" } as const;
  await billing.subscriptions.apply(as, new Date(), () => ({ paid, renewal, customerId: "cus_1" }));
  const { body } = await billing.call("GET /export", { as });
  expect(Object.keys(body as object)).toEqual(
    expect.arrayContaining(Object.values(exported).flat()),
  );
  expect(body).toMatchObject({
    stripeCustomerId: "cus_1",
    lastSubscription: { id: "sub_1", state: "ended" },
    chosenRenewal: renewal,
  });
});

test("exports the subscription of a person", async () => {
  const as = asUserId("eve");
  await billing.subscriptions.startTrial(as, new Date("2026-11-01T08:00:00Z"));
  const { status, body } = await billing.call("GET /export", { as });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: "trialing",
    planId: 2,
    stripeSubscriptionId: null,
    stripeCustomerId: null,
    lastSubscription: null,
  });
  expect(body).not.toHaveProperty("updateCardUrl");
  expect(await billing.call("GET /export", { as: "newcomer" })).toMatchObject({ status: 404 });
});
