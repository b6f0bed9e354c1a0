import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { databaseForTests } from "../testing/database.ts";
import { after, due, readyDigest } from "../testing/fixtures.ts";
import { DeliveryStore } from "./deliveries.ts";

let deliveries: DeliveryStore;
databaseForTests("backlog", (connection) => (deliveries = new DeliveryStore(connection)));

const store = (id: string, changes: Partial<Delivery> = {}) =>
  deliveries.insert([{ delivery: readyDigest({ _id: id, ...changes }), outbox: [] }]);

beforeEach(async () => {
  await deliveries.model.deleteMany();
  await deliveries.model.syncIndexes();
  await store("first");
  await store("second", { dueAt: after(60) });
  await store("third", { dueAt: after(120) });
  await store("accepted", { dueAt: after(-60), messageIds: ["wamid.1"] });
  await store("manual", { dueAt: after(-60), manual: true });
  const { workAt: _, ...over } = readyDigest({ _id: "over", dueAt: after(-60) });
  await deliveries.insert([{ delivery: over, outbox: [] }]);
});

test("counts the scheduled digests that wait for the provider, and stops at the limit", async () => {
  const { backlog } = deliveries;
  expect(await backlog.countDue(after(60), 10)).toBe(2);
  expect(await backlog.countDue(after(3_600), 2)).toBe(2);
  expect(await backlog.oldestDue(after(60))).toEqual(due);
});
