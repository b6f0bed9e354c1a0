import type { Connection } from "mongoose";
import { beforeEach, expect, test } from "vitest";
import { type Priority, priority } from "../domain/delivery/priority.ts";
import { databaseForTests } from "../testing/database.ts";
import { after, readyDigest } from "../testing/fixtures.ts";
import { DeliveryStore } from "./deliveries.ts";

let mongo: Connection;
let deliveries: DeliveryStore;
databaseForTests("claim_order", (connection) => (mongo = connection));
const { awaited, edition, other } = priority;

/** Stores deliveries that are due one second after the other, in this order. */
const store = (...wanted: { id: string; priority: Priority }[]) =>
  deliveries.insert(
    wanted.map(({ id, ...changes }, index) => ({
      delivery: readyDigest({ _id: id, ...changes, workAt: after(index) }),
    })),
  );
const claim = async (limit: number): Promise<string[]> => {
  const claimed = await deliveries.claimDue({ now: after(600), limit, leaseMs: 20_000 });
  return claimed.map(({ _id }) => _id);
};

beforeEach(async () => {
  // a store counts its claims
  mongo.deleteModel(/./);
  deliveries = new DeliveryStore(mongo);
  await deliveries.model.deleteMany();
  await deliveries.model.syncIndexes();
});

test("claims what a person waits for first, then editions, then alerts, each longest due first", async () => {
  await store(
    { id: "alert", priority: other },
    { id: "edition", priority: edition },
    { id: "later edition", priority: edition },
    { id: "reply", priority: awaited },
  );
  const notDue = readyDigest({ _id: "not due", priority: awaited, workAt: after(601) });
  await deliveries.insert([{ delivery: notDue }]);
  expect(await claim(10)).toEqual(["reply", "edition", "later edition", "alert"]);
});

test("claims editions and alerts although replies keep coming, and fills each claim", async () => {
  const replies = ["r0", "r1", "r2", "r3", "r4", "r5"].map((id) => ({ id, priority: awaited }));
  await store(...replies, { id: "edition", priority: edition }, { id: "alert", priority: other });
  const claims = [await claim(1), await claim(2), await claim(1), await claim(1), await claim(9)];
  expect(claims).toEqual([["r0"], ["edition", "alert"], ["r1"], ["r2"], ["r3", "r4", "r5"]]);
});

test("gives alerts a quarter of the claims while editions are due", async () => {
  const many = ["0", "1", "2", "3", "4", "5", "6", "7"];
  await store(
    ...many.map((id) => ({ id: `edition ${id}`, priority: edition })),
    ...many.map((id) => ({ id: `alert ${id}`, priority: other })),
  );
  const kinds: (string | undefined)[] = [];
  for (const _ of many) kinds.push((await claim(1))[0]?.split(" ")[0]);
  expect(kinds.filter((kind) => kind === "alert")).toHaveLength(2);
});
