import { expect, test } from "vitest";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { databaseForTests } from "../testing/database.ts";
import { readyDigest } from "../testing/fixtures.ts";
import {
  finish,
  markAccepted,
  markSendStarted,
  type Transition,
} from "../domain/delivery/transitions.ts";
import { DeliveryStore } from "./deliveries.ts";

let deliveries: DeliveryStore;
databaseForTests("writer", (connection) => {
  deliveries = new DeliveryStore(connection);
});

/** Writes one change after another. @returns after each, the topics of the events in the outbox */
async function outboxAfterEach(delivery: Delivery, ...decisions: Transition[]) {
  await deliveries.insert([{ delivery, outbox: [] }]);
  let current = delivery;
  const outboxes: string[][] = [];
  for (const decide of decisions) {
    const next = await deliveries.apply(current, decide);
    if (next === null) throw new Error("the change was not written");
    const stored = await deliveries.model.findOne({ _id: next._id }, { outbox: 1 }).lean();
    outboxes.push((stored?.outbox ?? []).map(({ topic }) => topic));
    current = next;
  }
  return outboxes;
}

const call = (part: "text0" | "voice0"): Transition[] => [
  markSendStarted(part, part === "text0" ? "text" : "voice", "+33612345678", new Date()),
  markAccepted(part, `wamid.${part}`, new Date()),
];

test("publishes an event for each message of a digest that the provider accepts", async () => {
  const digest = readyDigest({ _id: "sending" });
  const all = await outboxAfterEach(digest, ...call("text0"), ...call("voice0"), finish("done"));
  expect(all.at(0)).toEqual([]);
  expect(all.at(1)).toEqual(["message.sent"]);
  expect(all.at(-1)).toEqual(["message.sent", "message.sent"]);
});

test("publishes nothing about a notice", async () => {
  const notice = readyDigest({ _id: "notice", kind: "notice" });
  expect((await outboxAfterEach(notice, ...call("text0"))).flat()).toEqual([]);
});
