import { asUserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { describe, expect, test } from "vitest";
import { reconcileDue } from "../workers/reconcile-due.ts";
import { startBilling, type TestBilling } from "../testing/harness.ts";

const choose = (billing: TestBilling, as: string, body: unknown) =>
  billing.call("POST /create-payment-intent", { as, body });
const stored = (billing: TestBilling, id: string) =>
  billing.subscriptions.model.findById(id).lean().orFail();

describe("without keys, in development", () => {
  let billing: TestBilling;
  startForTests(startBilling, (started) => (billing = started));
  const me = async (as: string) => (await billing.call("GET /subscription", { as })).body;
  const cancel = (as: string) => billing.call("POST /cancel-subscription", { as });

  test("subscribes when a plan is chosen, and says that it is simulated", async () => {
    expect((await billing.call("GET /payment-configuration")).body).toEqual({
      publishableKey: null,
      simulated: true,
      asksAddress: false,
      asksPromotionCode: false,
    });
    expect(await choose(billing, "ada", { planId: 3 })).toMatchObject({
      status: 200,
      body: { clientSecret: null, simulated: true },
    });
    expect(await me("ada")).toMatchObject({
      stripeSubscriptionId: expect.stringMatching(/^sub_sim_[0-9a-f-]{36}$/),
      planId: 3,
    });
    expect((await stored(billing, "ada")).outbox).toHaveLength(2);
  });

  test("creates one subscription from parallel clicks, and a later click changes nothing", async () => {
    const clicks = Array.from({ length: 20 }, () => choose(billing, "bob", { planId: 2 }));
    const answers = await Promise.all(clicks);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const before = await stored(billing, "bob");
    expect(await choose(billing, "bob", { planId: 2 })).toMatchObject({
      status: 200,
      body: { clientSecret: null, simulated: true },
    });
    expect(await stored(billing, "bob")).toEqual(before);
    expect(before.outbox).toHaveLength(2);
  });

  test("changes the plan of the same subscription when another plan is chosen", async () => {
    await choose(billing, "cy", { planId: 1 });
    const before = await me("cy");
    expect(await choose(billing, "cy", { planId: 2 })).toMatchObject({ status: 200 });
    expect(await me("cy")).toEqual({ ...(before as object), planId: 2 });
  });

  test("answers every cancellation with the end of the plan", async () => {
    await choose(billing, "dan", { planId: 1 });
    const first = await cancel("dan");
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining("est résilié") },
    });
    expect((await cancel("dan")).body).toEqual(first.body);
    const { endsAt } = first.body as { endsAt: string };
    expect((await billing.call("GET /subscription", { as: "dan" })).body).toMatchObject({
      status: "canceled",
      planId: 1,
      simulated: true,
      cancelAt: endsAt,
      updateCardUrl: null,
    });
    billing.time.fixed = new Date(endsAt);
    await reconcileDue(billing.clock(), billing);
    billing.time.fixed = null;
    expect(await stored(billing, "dan")).toMatchObject({ status: "lapsed" });
    expect(await me("dan")).toMatchObject({ stripeSubscriptionId: null, planId: null });
    expect(await cancel("dan")).toMatchObject({ status: 409 });
  });

  test("resumes a cancelled plan, and previews a change as free", async () => {
    await choose(billing, "hal", { planId: 1 });
    const preview = () => billing.call("GET /plan-change-preview?planId=2", { as: "hal" });
    expect((await preview()).body).toMatchObject({ dueToday: 0, credited: 0 });
    const resume = () => billing.call("POST /resume-subscription", { as: "hal" });
    expect(await resume()).toMatchObject({ status: 409 });
    await cancel("hal");
    expect(await resume()).toMatchObject({ status: 200, body: { success: true } });
    expect(await stored(billing, "hal")).toMatchObject({ status: "active", paid: { planId: 1 } });
  });

  test("renews the month at its end without publishing an event", async () => {
    await choose(billing, "eve", { planId: 1 });
    const before = await stored(billing, "eve");
    billing.time.fixed = before.paid!.periodEndsAt;
    await reconcileDue(billing.clock(), billing);
    billing.time.fixed = null;
    const after = await stored(billing, "eve");
    expect(after).toMatchObject({ status: "active", outbox: before.outbox });
    expect(after.paid!.periodEndsAt > before.paid!.periodEndsAt).toBe(true);
  });

  test.each([
    [{ planId: "2" }],
    [{ planId: 2.5 }],
    [{ planId: { $gt: 0 } }],
    [{ planId: [2] }],
    [{ planId: null }],
    [{}],
    [[]],
    [{ planId: 2, stripeSubscriptionId: "sub_free" }],
    [{ planId: 2, customer: "cus_other" }],
  ])("refuses a purchase with %j", async (body) => {
    expect(await choose(billing, "fay", body)).toMatchObject({ status: 400 });
    expect(await me("fay")).toMatchObject({ stripeSubscriptionId: null });
  });

  test.each([0, 4, -1, 1e9])("answers 404 for a purchase of plan %d", async (planId) => {
    expect(await choose(billing, "fay", { planId })).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
  });

  test("answers 401 without a session, and refuses to cancel for another person", async () => {
    expect(
      await billing.call("POST /create-payment-intent", { body: { planId: 1 } }),
    ).toMatchObject({ status: 401 });
    expect(await billing.call("POST /cancel-subscription")).toMatchObject({ status: 401 });
    const body = { userId: "ada" };
    expect(await billing.call("POST /cancel-subscription", { as: "gus", body })).toMatchObject({
      status: 400,
    });
    expect(await me("ada")).toMatchObject({ planId: 3 });
  });
});

describe("without keys, in production", () => {
  let billing: TestBilling;
  startForTests(
    () => startBilling({ simulates: false }),
    (started) => (billing = started),
  );

  test("sells no plan and gives none for free", async () => {
    expect((await billing.call("GET /payment-configuration")).body).toEqual({
      publishableKey: null,
      simulated: false,
      asksAddress: false,
      asksPromotionCode: false,
    });
    for (const planId of [1, 2, 3]) {
      const answer = await choose(billing, "ada", { planId });
      expect(answer).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
      expect(answer.headers.get("retry-after")).not.toBeNull();
    }
    expect((await billing.call("GET /subscription", { as: "ada" })).body).toMatchObject({
      stripeSubscriptionId: null,
      planId: null,
      trialEndsAt: null,
    });
    for (const line of [
      "POST /cancel-subscription",
      "POST /update-card-link",
      "POST /billing-details-link",
      "POST /resume-subscription",
      "GET /plan-change-preview?planId=1",
    ] as const) {
      expect(await billing.call(line, { as: "ada" })).toMatchObject({ status: 503 });
    }
  });

  test("does not renew a simulated subscription from a restored database", async () => {
    const { subscriptions } = billing;
    await subscriptions.startTrial(asUserId("bob"), new Date("2026-01-01"));
    const periodEndsAt = new Date("2026-02-01");
    await subscriptions.apply(asUserId("bob"), new Date("2026-01-02"), () => ({
      paid: { id: "sub_sim_1", planId: 3, state: "renewing", periodEndsAt, until: null },
    }));
    await reconcileDue(new Date("2026-02-01"), billing);
    expect(await stored(billing, "bob")).toMatchObject({ status: "lapsed" });
  });
});
