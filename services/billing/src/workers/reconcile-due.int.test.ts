import { asUserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../testing/harness.ts";
import { providerWith } from "../testing/payment-provider.ts";
import { reconcileDue } from "./reconcile-due.ts";

let billing: TestBilling;
startForTests(startBilling, (started) => (billing = started));
beforeEach(async () => {
  await billing.subscriptions.model.deleteMany({});
});

const ended = async () => {
  const metric = await counter("billing_trials_ended_total").get();
  return metric.values[0]?.value ?? 0;
};
const stored = (id: string) => billing.subscriptions.model.findById(id).lean().orFail();
const start = (id: string, at: string) =>
  billing.subscriptions.startTrial(asUserId(id), new Date(at));

test("lapses trials whose end has passed and keeps the others", async () => {
  await start("over", "2026-11-01T08:00:00Z");
  await start("not-yet", "2026-11-01T08:00:01Z");
  await reconcileDue(new Date("2026-11-08T08:00:00Z"), billing);
  expect(await stored("over")).toMatchObject({ status: "lapsed", version: 2 });
  expect(await stored("not-yet")).toMatchObject({ status: "trialing", version: 1 });
});

test("publishes and counts a lapse once when two replicas end it at the same time", async () => {
  await start("ada", "2026-11-01T08:00:00Z");
  const now = new Date("2026-12-01T00:00:00Z");
  const before = await ended();
  await Promise.all([reconcileDue(now, billing), reconcileDue(now, billing)]);
  await reconcileDue(now, billing);
  const { version, outbox } = await stored("ada");
  expect(version).toBe(2);
  expect(outbox).toHaveLength(2);
  expect((await ended()) - before).toBe(1);
});

test("ends a long list of trials in rounds", async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `user-${index}`);
  await Promise.all(ids.map((id) => start(id, "2026-11-01T08:00:00Z")));
  const now = new Date("2026-12-01T00:00:00Z");
  expect(await reconcileDue(now, billing)).toBe("again");
  expect(await reconcileDue(now, billing)).toBe("again");
  expect(await reconcileDue(now, billing)).toBeUndefined();
  expect(await billing.subscriptions.model.countDocuments({ status: "trialing" })).toBe(0);
});

test("ends trials while Stripe hangs", async () => {
  await start("customer", "2026-11-01T08:00:00Z");
  await billing.subscriptions.apply(asUserId("customer"), new Date("2026-11-01T08:00:00Z"), () => ({
    customerId: "cus_1",
  }));
  await start("in-trial", "2026-11-01T08:00:01Z");
  const { promise: list, resolve: answer } = Promise.withResolvers<[]>();
  const provider = providerWith({ subscriptionsOf: () => list });
  const round = reconcileDue(new Date("2026-12-01T00:00:00Z"), { ...billing, provider });
  await expect.poll(() => stored("in-trial")).toMatchObject({ status: "lapsed" });
  answer([]);
  await round;
});

test("starts no second trial", async () => {
  expect(await start("ada", "2026-11-01T08:00:00Z")).toBe(true);
  expect(await start("ada", "2026-12-01T08:00:00Z")).toBe(false);
  expect(await stored("ada")).toMatchObject({ trialEndsAt: new Date("2026-11-08T08:00:00Z") });
});

test("ends no trial of an erased person", async () => {
  await start("ada", "2026-11-01T08:00:00Z");
  await billing.subscriptions.erase(asUserId("ada"), new Date());
  await reconcileDue(new Date("2026-12-01T00:00:00Z"), billing);
  const { version, outbox } = await stored("ada");
  expect(version).toBe(2);
  expect(outbox.at(-1)).toMatchObject({ topic: "subscription.changed", value: null });
  expect(await billing.subscriptions.of(asUserId("ada"))).toBeNull();
});
