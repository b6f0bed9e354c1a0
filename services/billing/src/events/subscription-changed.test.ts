import { fromBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { asUserId, topics } from "@matinale/contracts";
import { testProduct } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { startTrial, type PaidSubscription } from "../domain/subscription/subscription.ts";
import { subscriptionChanged } from "./subscription-changed.ts";

const at = new Date("2026-11-23T10:00:00Z");
const trial = startTrial(asUserId("ada"), at, testProduct);
const paid: PaidSubscription = {
  id: "sub_1",
  planId: 2,
  state: "renewing",
  periodEndsAt: at,
  until: null,
};
const bought = { ...trial, status: "active", paid, waivers: { 2: at } } as const;
const published = (subscription: Parameters<typeof subscriptionChanged>[0]) => {
  const { value } = subscriptionChanged(subscription, testProduct);
  return fromBinary(topics["subscription.changed"].schema, value ?? Buffer.alloc(0));
};

test("names the purchase in force, and when its buyer gave up the right of withdrawal", () => {
  expect(published(bought)).toMatchObject({ purchaseId: "sub_1", waivedAt: timestampFromDate(at) });
});

test("names no waiver of another plan, and none that was not given", () => {
  for (const waivers of [{ 3: at }, {}]) {
    const event = published({ ...bought, waivers });
    expect(event.purchaseId).toBe("sub_1");
    expect(event.waivedAt).toBeUndefined();
  }
});

test("names the waiver of the plan in force while one for another plan was given later", () => {
  const event = published({ ...bought, waivers: { 2: at, 3: new Date() } });
  expect(event.waivedAt).toEqual(timestampFromDate(at));
});

test("names no waiver that was given for an earlier purchase of the same plan", () => {
  const again = { ...paid, id: "sub_2", createdAt: new Date("2027-01-23T10:00:00Z") };
  const event = published({ ...bought, paid: again });
  expect(event).toMatchObject({
    purchaseId: "sub_2",
    purchasedAt: timestampFromDate(again.createdAt),
  });
  expect(event.waivedAt).toBeUndefined();
});

test("names no purchase during a trial, and no simulated one", () => {
  const simulated = { ...paid, id: "sub_sim_1" };
  for (const each of [trial, { ...bought, paid: simulated }]) {
    expect(published(each)).toMatchObject({ purchaseId: "" });
    expect(published(each).waivedAt).toBeUndefined();
  }
});
