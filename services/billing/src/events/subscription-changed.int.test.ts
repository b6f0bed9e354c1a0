import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { createBus, ensureTopics, record, recordTombstone, subscription } from "@matinale/bus";
import type { Bus, Received } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import type { Worker } from "@matinale/kit";
import { silentLogger, testKafka } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endTrials } from "../jobs/end-trials.ts";
import { startBilling } from "../testing.ts";
import { subscriptions } from "./subscriptions.ts";

type Told = Received<"subscription.changed">;

const kafka = testKafka("billing");
const logger = silentLogger;
const told: Told[] = [];
let billing: Awaited<ReturnType<typeof startBilling>>;
let bus: Bus;
let workers: Worker[];

beforeAll(async () => {
  await ensureTopics(kafka, { logger });
  billing = await startBilling();
  bus = createBus(kafka, { service: "billing", logger });
  const handle = async (events: Told[]) => void told.push(...events);
  workers = [
    ...bus.consume(subscriptions(billing)),
    ...bus.consume([subscription({ handler: "test", topic: "subscription.changed", handle })]),
    bus.relay([billing.subscriptions.model]),
  ];
  await Promise.all(workers.map((worker) => worker.start()));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await bus.close();
  await billing.stop();
});

const signedUpAt = new Date("2026-11-01T08:00:00Z");
const trialEndsAt = timestampFromDate(new Date("2026-11-08T08:00:00Z"));
const user = (userId: string, version = 1n) =>
  record("user.changed", {
    userId,
    version,
    language: "fr",
    voice: "female",
    signedUpAt: timestampFromDate(signedUpAt),
  });
/** For `expect.poll`: what was told of somebody, oldest first. */
const toldOf = (key: string) => () =>
  told.filter((event) => event.key === key).map(({ message }) => message);
const soon = { timeout: 20_000 };

test("a sign-up begins a trial with what Premium gives, and its end takes it away", async () => {
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
  };
  await expect.poll(toldOf("ada"), soon).toMatchObject([trial]);
  await endTrials(billing.subscriptions, new Date("2026-11-08T08:00:00Z"));
  const lapsed = {
    ...trial,
    version: 2n,
    status: "lapsed",
    planId: 0,
    editionsPerDay: 0,
    maxCategories: 0,
    maxSeconds: 0,
  };
  await expect.poll(toldOf("ada"), soon).toMatchObject([trial, lapsed]);
});

test("a plan that is bought is told at once, with no end in sight, and its end when there is one", async () => {
  await bus.publish([user("eve")]);
  await expect.poll(toldOf("eve"), soon).toHaveLength(1);
  const { checkout } = billing.payments;
  await checkout.choose(asUserId("eve"), 3);
  const endsAt = await checkout.cancel(asUserId("eve"));
  const bought = { planId: 3, editionsPerDay: 4, maxCategories: 6, maxSeconds: 600 };
  await expect
    .poll(toldOf("eve"), soon)
    .toMatchObject([
      { status: "trialing" },
      { ...bought, version: 2n, status: "active" },
      { ...bought, version: 3n, status: "canceled", entitledUntil: timestampFromDate(endsAt) },
    ]);
  expect(toldOf("eve")()[1]?.entitledUntil).toBeUndefined();
});

test("an erased person is told with a tombstone and gets no new trial", async () => {
  await bus.publish([user("gone"), recordTombstone("user.changed", "gone"), user("gone", 3n)]);
  await expect.poll(toldOf("gone"), soon).toMatchObject([{ version: 1n }, null]);
  expect((await billing.call("GET /me", { as: "gone" })).body).toMatchObject({ planId: null });
});

test("after a restore everybody is told of again, ahead of every copy, the erased ones as erased", async () => {
  const now = new Date();
  expect(await billing.subscriptions.republish(now)).toBe(3);
  const last = (key: string) => () => toldOf(key)().at(-1);
  await expect.poll(last("eve"), soon).toMatchObject({ version: BigInt(now.getTime()), planId: 3 });
  await expect.poll(() => toldOf("gone")(), soon).toMatchObject([{ version: 1n }, null, null]);
});
