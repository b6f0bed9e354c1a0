import { asUserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import type { ProviderSubscription } from "../domain/payment/payment-provider.ts";
import { startBilling, type TestBilling } from "../testing/harness.ts";
import { providerSubscription, providerWith } from "../testing/payment-provider.ts";
import { reconcile } from "./reconcile-subscription.ts";

const id = asUserId("ada");
const periodEndsAt = new Date("2126-12-21T10:00:00Z");
const before = providerSubscription({ state: "open", clientSecret: "secret", periodEndsAt });
const after = providerSubscription({ periodEndsAt });

/** The test resolves each call. */
const readings: PromiseWithResolvers<ProviderSubscription[]>[] = [];
const provider = providerWith({
  subscriptionsOf: () => {
    const reading = Promise.withResolvers<ProviderSubscription[]>();
    readings.push(reading);
    return reading.promise;
  },
});

let billing: TestBilling;
startForTests(
  () => startBilling({ provider }),
  (started) => (billing = started),
);

test("ignores an old list of subscriptions that arrives after a newer one", async () => {
  await billing.subscriptions.getOrStartTrial(id, new Date());
  await billing.subscriptions.apply(id, new Date(), () => ({ customerId: "cus_1" }));
  const run = () => reconcile(id, new Date(), { ...billing, provider });
  const slow = run();
  await expect.poll(() => readings.length).toBe(1);
  const quick = run();
  await expect.poll(() => readings.length).toBe(2);
  readings[1]!.resolve([after]);
  expect((await quick).subscription.status).toBe("active");
  readings[0]!.resolve([before]);
  // the slow run notices the newer write, and reads again
  await expect.poll(() => readings.length).toBe(3);
  readings[2]!.resolve([after]);
  expect((await slow).subscription).toMatchObject({ status: "active", open: null });
  const { outbox } = await billing.subscriptions.model.findById(id).lean().orFail();
  expect(outbox).toHaveLength(2);
});

test("does not restore a person who was erased during the call to Stripe", async () => {
  const run = reconcile(id, new Date(), { ...billing, provider });
  await expect.poll(() => readings.length).toBe(4);
  await billing.subscriptions.erase(id, new Date());
  readings[3]!.resolve([after]);
  await expect(run).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await billing.subscriptions.model.findById(id).lean()).not.toHaveProperty("paid");
});
