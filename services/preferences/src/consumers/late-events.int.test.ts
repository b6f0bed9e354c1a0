import { randomUUID } from "node:crypto";
import { record, recordTombstone } from "@matinale/bus";
import { memoryBroker } from "@matinale/bus/testing";
import { asUserId } from "@matinale/contracts";
import type { Worker } from "@matinale/kit";
import { startForTests } from "@matinale/kit/vitest";
import { documentsWith } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPreferences, type TestPreferences } from "../testing/harness.ts";
import { consumers } from "./index.ts";

const broker = memoryBroker();
const bus = broker.bus("preferences");
let preferences: TestPreferences;
let workers: Worker[];

startForTests(startPreferences, (started) => (preferences = started));
beforeAll(async () => {
  workers = [
    ...bus.consume(consumers(preferences.subscribers, preferences.forgetting)),
    bus.relay([preferences.subscribers.model]),
  ];
  for (const worker of workers) await worker.start();
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const user = (userId: string, version: bigint) =>
  record("user.changed", { userId, version, language: "en" });
const plan = (userId: string, version: bigint) =>
  record("subscription.changed", { userId, version, planId: 1, editionsPerDay: 4 });
const newId = () => asUserId(randomUUID());
const marker = (id: string) => [{ _id: id, at: expect.any(Date) }];

test("ignores events that arrive after the erasure, also when the document has expired", async () => {
  const [known, unknown, neighbour] = [newId(), newId(), newId()];
  await bus.publish([user(known, 1n), plan(known, 1n), user(neighbour, 1n)]);
  await broker.caughtUp();
  await bus.publish([known, unknown].map((id) => recordTombstone("user.changed", id)));
  await broker.caughtUp();
  await bus.publish([known, unknown].flatMap((id) => [user(id, 9n), plan(id, 9n)]));
  await broker.caughtUp();

  for (const id of [known, unknown]) {
    await expect
      .poll(() => preferences.subscribers.model.findById(id).lean(), { timeout: 20_000 })
      .toEqual({ _id: id, version: expect.any(Number), erasedAt: expect.any(Date), outbox: [] });
    // as the TTL index does 14 days after the erasure
    await preferences.subscribers.model.deleteOne({ _id: id });
  }
  await bus.publish([known, unknown].flatMap((id) => [user(id, 10n), plan(id, 10n)]));
  await broker.caughtUp();
  for (const id of [known, unknown]) {
    expect(await documentsWith(preferences.mongo, id)).toEqual({ erased_people: marker(id) });
  }
  expect(await preferences.subscribers.model.findById(neighbour).lean()).toMatchObject({
    user: { version: 1 },
  });
});
