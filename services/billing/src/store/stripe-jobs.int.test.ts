import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { startBilling, type TestBilling } from "../testing/harness.ts";
import { StripeJobStore } from "./stripe-jobs.ts";

let billing: TestBilling;
startForTests(startBilling, (started) => (billing = started));

const at = (seconds: number) => new Date(Date.parse("2037-11-01T08:00:00Z") + seconds * 1_000);

test("the oldest job grows older while Stripe refuses it, until it is done", async () => {
  const jobs = new StripeJobStore(billing.subscriptions.model.db);
  await jobs.model.deleteMany();
  await jobs.add({ _id: "evt_1", kind: "reconcile", target: "cus_1" }, at(0));
  for (const seconds of [1, 100, 800]) {
    await jobs.postpone(await jobs.claim(at(seconds), 10), at(seconds));
  }
  expect(await jobs.oldest(at(900))).toBe(900);
  await jobs.finish(await jobs.claim(at(9_000), 10), at(9_000));
  expect(await jobs.oldest(at(9_001))).toBe(0);
});
