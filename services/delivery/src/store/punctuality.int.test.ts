import { expect, test } from "vitest";
import { rank } from "../domain/delivery/delivery.ts";
import { markAccepted, markSendStarted } from "../domain/delivery/transitions.ts";
import { databaseForTests } from "../testing/database.ts";
import { readyDigest } from "../testing/fixtures.ts";
import { DeliveryStore } from "./deliveries.ts";
import type { PunctualityStore } from "./punctuality.ts";

let deliveries: DeliveryStore;
let punctuality: PunctualityStore;
databaseForTests("punctuality", (connection) => {
  deliveries = new DeliveryStore(connection);
  punctuality = deliveries.punctuality;
});

const now = new Date("2026-11-23T09:30:00Z");
const shares = (...hours: number[]) =>
  Promise.all(hours.map((count) => punctuality.shareSince(now, count)));

test("is unknown before the first edition", async () => {
  expect(await shares(24, 2160)).toEqual([null, null]);
});

test("counts editions by the hour in which they were due", async () => {
  for (const [due, lateMs] of [
    ["2026-11-23T09:00:00Z", -100],
    ["2026-11-23T08:15:00Z", 60_001],
    ["2026-11-22T10:00:00Z", 0],
    ["2026-11-22T10:30:00Z", 60_000],
    ["2026-11-22T08:00:00Z", 90_000],
    ["2026-08-20T08:00:00Z", 90_000],
  ] as const) {
    const dueAt = new Date(due);
    const acceptedAt = new Date(dueAt.getTime() + lateMs);
    const parts = { text0: { form: "text", rank: rank.sent, attempt: 1, acceptedAt } } as const;
    punctuality.count(readyDigest({ dueAt }), readyDigest({ dueAt, parts }));
  }
  await expect.poll(() => shares(24)).toEqual([0.75]);
  expect(await shares(1, 48, 2160)).toEqual([0.5, 0.6, 0.6]);
});

test("counts the missed editions of a batch in which one exists already", async () => {
  const dueAt = new Date("2026-02-05T07:00:00Z");
  const missed = (_id: string) => ({
    delivery: readyDigest({ _id, dueAt, plannedFor: dueAt, phase: "missed", reason: "missed" }),
    outbox: [],
  });
  await deliveries.insert([missed("first")]);
  const inserted = await deliveries.insert([missed("first"), missed("second")]);
  expect(inserted).toMatchObject([{ _id: "second" }]);
  const counts = () => punctuality.document("2026-02-05T07");
  await expect.poll(counts).toMatchObject({ onTime: 0, late: 2 });
});

test("counts an edition when the provider accepts its first message", async () => {
  const dueAt = new Date("2026-01-05T07:00:00Z");
  const delivery = readyDigest({ dueAt, plannedFor: dueAt });
  await deliveries.insert([{ delivery, outbox: [] }]);
  const at = new Date(dueAt.getTime() + 500);
  const called = await deliveries.apply(
    delivery,
    markSendStarted("text0", "text", "+33612345678", at),
  );
  await deliveries.apply(called ?? delivery, markAccepted("text0", "wamid.1", at));
  const later = new Date("2026-01-05T07:30:00Z");
  await expect.poll(() => punctuality.shareSince(later, 1)).not.toBeNull();
});
