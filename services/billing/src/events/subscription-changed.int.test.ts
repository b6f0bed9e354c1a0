import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { consumer, record, recordTombstone, type Received } from "@matinale/bus";
import { memoryBroker } from "@matinale/bus/testing";
import { asUserId, monthsAfter } from "@matinale/contracts";
import type { Worker } from "@matinale/kit";
import { startForTests } from "@matinale/kit/vitest";
import { documentsWith } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcileDue } from "../workers/reconcile-due.ts";
import { startBilling, type TestBilling } from "../testing/harness.ts";
import { consumers } from "../consumers/index.ts";

type PublishedEvent = Received<"subscription.changed">;

const broker = memoryBroker();
const bus = broker.bus("billing");
const published: PublishedEvent[] = [];
let billing: TestBilling;
let workers: Worker[];

startForTests(startBilling, (started) => (billing = started));
beforeAll(async () => {
  const handle = async (events: PublishedEvent[]) => void published.push(...events);
  workers = [
    ...bus.consume(consumers(billing, billing.forgetting)),
    ...bus.consume([consumer({ topic: "subscription.changed", handle })]),
    bus.relay([billing.subscriptions.model]),
  ];
  await Promise.all(workers.map((worker) => worker.start()));
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const signedUpAt = new Date("2026-11-01T08:00:00Z");
const trialEndsAt = timestampFromDate(new Date("2026-11-08T08:00:00Z"));
const user = (userId: string, version = 1n, trialUsed = false) =>
  record("user.changed", {
    userId,
    version,
    trialUsed,
    language: "fr",
    voice: "female",
    signedUpAt: timestampFromDate(signedUpAt),
  });
/** For `expect.poll`: the events about a person, oldest first. */
const publishedOf = (key: string) => () =>
  published.filter((event) => event.key === key).map(({ message }) => message);
const soon = { timeout: 20_000 };

test("starts a trial with the limits of Premium at the sign-up, and publishes its end", async () => {
  await bus.publish([user("ada"), user("ada", 2n), user("ada", 2n)]);
  const trial = {
    userId: "ada",
    version: 1n,
    status: "trialing",
    planId: 2,
    trialEndsAt,
    entitledUntil: trialEndsAt,
    editionsPerDay: 2,
    maxCategories: 5,
    maxSeconds: 300,
    breakingNewsAlerts: false,
  };
  await expect.poll(publishedOf("ada"), soon).toMatchObject([trial]);
  await reconcileDue(new Date("2026-11-08T08:00:00Z"), billing);
  const lapsed = {
    ...trial,
    version: 2n,
    status: "lapsed",
    planId: 0,
    editionsPerDay: 0,
    maxCategories: 0,
    maxSeconds: 0,
    breakingNewsAlerts: false,
  };
  await expect.poll(publishedOf("ada"), soon).toMatchObject([trial, lapsed]);
});

test("publishes a purchase without an end, and the end after a cancellation", async () => {
  await bus.publish([user("eve")]);
  await expect.poll(publishedOf("eve"), soon).toHaveLength(1);
  const { checkout } = billing;
  await checkout.choose(asUserId("eve"), 3);
  const endsAt = await checkout.cancel(asUserId("eve"));
  const bought = {
    planId: 3,
    editionsPerDay: 4,
    maxCategories: 6,
    maxSeconds: 600,
    breakingNewsAlerts: true,
  };
  await expect
    .poll(publishedOf("eve"), soon)
    .toMatchObject([
      { status: "trialing" },
      { ...bought, version: 2n, status: "active" },
      { ...bought, version: 3n, status: "canceled", entitledUntil: timestampFromDate(endsAt) },
    ]);
  expect(publishedOf("eve")()[1]?.entitledUntil).toBeUndefined();
});

test("publishes a tombstone for an erased person and starts no new trial", async () => {
  await bus.publish([user("gone")]);
  await expect.poll(publishedOf("gone"), soon).toMatchObject([{ version: 1n }]);
  await bus.publish([recordTombstone("user.changed", "gone"), user("gone", 3n)]);
  await expect.poll(publishedOf("gone"), soon).toMatchObject([{ version: 1n }, null]);
  expect((await billing.call("GET /subscription", { as: "gone" })).body).toMatchObject({
    planId: null,
  });
});

const used = (userId: string, at = new Date()) =>
  record("trial.used", { userId, foundAt: timestampFromDate(at) });
const shown = async (as: string) => (await billing.call("GET /subscription", { as })).body;

test("starts without a trial when a deleted account had one, and the site shows that", async () => {
  await bus.publish([user("back", 1n, true), user("back", 2n, true), user("back-neighbour")]);
  await expect
    .poll(publishedOf("back"), soon)
    .toMatchObject([{ version: 1n, status: "lapsed", planId: 0, editionsPerDay: 0 }]);
  expect(await shown("back")).toMatchObject({
    status: "lapsed",
    planId: null,
    trialUsed: true,
    trialEndsAt: signedUpAt.toISOString(),
  });
  await expect.poll(publishedOf("back-neighbour"), soon).toMatchObject([{ status: "trialing" }]);
  expect(await shown("back-neighbour")).toMatchObject({ trialUsed: false });
});

test("ends a trial when events say that it was used, in any order of events", async () => {
  await billing.subscriptions.getOrStartTrial(asUserId("early"), new Date());
  await bus.publish([user("early", 1n, true)]);
  await expect
    .poll(publishedOf("early"), soon)
    .toMatchObject([{ status: "trialing" }, { status: "lapsed" }]);
  await bus.publish([used("number-first")]);
  await expect.poll(publishedOf("number-first"), soon).toMatchObject([{ status: "lapsed" }]);
  await bus.publish([user("number-first")]);
  await bus.publish([user("last-of-them")]);
  await expect.poll(publishedOf("last-of-them"), soon).toHaveLength(1);
  expect(publishedOf("number-first")()).toHaveLength(1);
});

test("ends a trial once after trial.used, and never a paid plan", async () => {
  await billing.subscriptions.getOrStartTrial(asUserId("number"), new Date());
  await billing.subscriptions.getOrStartTrial(asUserId("paying"), new Date());
  await billing.checkout.choose(asUserId("paying"), 3);
  await bus.publish([used("number"), used("number"), used("paying")]);
  await expect
    .poll(publishedOf("number"), soon)
    .toMatchObject([{ status: "trialing" }, { status: "lapsed", planId: 0 }]);
  expect(await shown("number")).toMatchObject({ status: "lapsed", trialUsed: true });
  await expect.poll(() => shown("paying"), soon).toMatchObject({ trialUsed: true });
  expect(await shown("paying")).toMatchObject({ status: "active", planId: 3 });
});

test("a late trial.used puts no plan in force that has ended since", async () => {
  const id = asUserId("late");
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await billing.subscriptions.startTrial(id, hoursAgo(48));
  const until = hoursAgo(1);
  const paid = { id: "sub_2", planId: 2, state: "ending", periodEndsAt: until, until } as const;
  await billing.subscriptions.apply(id, new Date(), () => ({ paid }));
  await bus.publish([used(id, hoursAgo(2))]);
  await broker.caughtUp();
  expect(await shown(id)).toMatchObject({ status: "lapsed", trialUsed: true });
});

test("publishes the end of a used trial and a later waiver also while a plan is in force", async () => {
  const id = asUserId("buyer");
  await billing.subscriptions.getOrStartTrial(id, new Date());
  const periodEndsAt = monthsAfter(new Date(), 1);
  const paid = { id: "sub_1", planId: 2, state: "renewing", periodEndsAt, until: null } as const;
  await billing.subscriptions.apply(id, new Date(), () => ({ paid }));
  const at = new Date();
  await bus.publish([used(id, at)]);
  const trialEnded = { status: "active", trialEndsAt: timestampFromDate(at) };
  await expect.poll(publishedOf(id), soon).toMatchObject([{}, { planId: 2 }, trialEnded]);
  await billing.subscriptions.apply(id, new Date(), () => ({ waivers: { 2: at } }));
  await expect.poll(publishedOf(id), soon).toHaveLength(4);
  expect(publishedOf(id)().at(-1)).toMatchObject({ waivedAt: timestampFromDate(at) });
  await billing.subscriptions.apply(id, new Date(), () => ({ waivers: { 2: at, 3: at } }));
  await broker.caughtUp();
  expect(publishedOf(id)()).toHaveLength(4);
});

test("does not mark a trial as used after it has ended by itself", async () => {
  await billing.subscriptions.startTrial(asUserId("over"), signedUpAt);
  await billing.subscriptions.revokeTrial(asUserId("over"), new Date());
  expect(await shown("over")).toMatchObject({ trialUsed: false });
});

test("creates no document and no event from late events about an erased person", async () => {
  await bus.publish([recordTombstone("user.changed", "never-known")]);
  // only a tombstone: there was no trial to publish
  await expect.poll(publishedOf("never-known"), soon).toEqual([null]);
  const at = new Date();
  const job = { _id: "evt_late", kind: "reconcile", target: "cus_forgotten" } as const;
  await billing.stripeJobs.add(job, at);
  await bus.publish([user("never-known"), user("never-known", 2n, true), used("never-known")]);
  await bus.publish([user("after-them"), used("after-them-too")]);
  await expect.poll(publishedOf("after-them"), soon).toHaveLength(1);
  await expect.poll(publishedOf("after-them-too"), soon).toHaveLength(1);
  await billing.subscriptions.checkBy(asUserId("never-known"), at);
  expect(publishedOf("never-known")()).toEqual([null]);
  const { outbox: _, ...left } = await billing.subscriptions.model
    .findById("never-known")
    .lean()
    .orFail();
  expect(left).toEqual({ _id: "never-known", version: 1, erasedAt: expect.any(Date) });
  // an update of an unknown person creates no document either
  await billing.subscriptions.checkBy(asUserId("unknown"), at);
  expect(await billing.subscriptions.model.findById("unknown").lean()).toBeNull();
});

test("ignores events about an erased person that arrive after the document has expired", async () => {
  const id = asUserId("erased-long-ago");
  await bus.publish([user(id)]);
  await expect.poll(publishedOf(id), soon).toMatchObject([{ status: "trialing" }]);
  await billing.subscriptions.model.updateOne(
    { _id: id },
    { $set: { customerId: "cus_long_ago" } },
  );
  await bus.publish([recordTombstone("user.changed", id)]);
  await expect.poll(publishedOf(id), soon).toMatchObject([{ version: 1n }, null]);
  // as the TTL index does 14 days later, and the job that deletes the customer at Stripe
  await billing.subscriptions.model.deleteOne({ _id: id });
  await billing.stripeJobs.removeJobs("cus_long_ago");
  await bus.publish([user(id, 2n), used(id), user("long-ago-neighbour")]);
  await expect.poll(publishedOf("long-ago-neighbour"), soon).toHaveLength(1);
  await broker.caughtUp();
  const choice = { as: id, body: { planId: 1 } };
  expect(await billing.call("POST /create-payment-intent", choice)).toMatchObject({ status: 401 });
  expect(await documentsWith(billing.mongo, id)).toEqual({
    erased_people: [{ _id: id, at: expect.any(Date) }],
  });
  expect(publishedOf(id)()).toHaveLength(2);
});

test("republishes every subscription after a restore, newer than all projections, and tombstones of erased people", async () => {
  const now = new Date();
  expect(await billing.subscriptions.republish(now)).toBe(
    await billing.subscriptions.model.countDocuments(),
  );
  const last = (key: string) => () => publishedOf(key)().at(-1);
  await expect.poll(last("eve"), soon).toMatchObject({ version: BigInt(now.getTime()), planId: 3 });
  await expect.poll(() => publishedOf("gone")(), soon).toMatchObject([{ version: 1n }, null, null]);
});
