import { registry } from "@matinale/kit";
import { expect, test } from "vitest";
import { finish, markAccepted, markSendStarted } from "../domain/delivery/transitions.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { PunctualityStore } from "../store/punctuality.ts";
import { databaseForTests } from "../testing/database.ts";
import { readyDigest } from "../testing/fixtures.ts";
import { measureOutcomes } from "./outcomes.ts";

let deliveries: DeliveryStore;
let punctuality: PunctualityStore;
databaseForTests("outcomes", (connection) => {
  deliveries = new DeliveryStore(connection);
  punctuality = new PunctualityStore(connection);
  measureOutcomes({ deliveries, punctuality });
});

test("counts every digest of a batch in which one write has a conflict", async () => {
  registry.resetMetrics();
  const dueAt = new Date("2026-03-05T07:00:00Z");
  const digests = ["a", "b", "c"].map((_id) => readyDigest({ _id, dueAt, plannedFor: dueAt }));
  await deliveries.insert(digests.map((delivery) => ({ delivery, outbox: [] })));
  const [changed] = digests;
  await deliveries.apply(changed!, markSendStarted("text0", "text", "+33612345678", dueAt));
  const ended = await Promise.all(
    digests.map((delivery) => deliveries.apply(delivery, finish("failed", "refused"))),
  );
  expect(ended).toMatchObject(digests.map(({ _id }) => ({ _id, phase: "failed" })));
  expect(await registry.metrics()).toContain(
    'delivery_digests_total{outcome="failed",reason="refused"} 3\n',
  );
  const counts = () => punctuality.document("2026-03-05T07");
  await expect.poll(counts).toMatchObject({ onTime: 0, late: 3 });
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
