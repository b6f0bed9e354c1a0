import { registry } from "@matinale/kit";
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

const leased = { lease: { token: "mine", until: new Date(Date.now() + 60_000) } };

/** Writes one change after another. @returns after each, the events in the outbox as "topic seconds-until-due" */
async function outboxAfterEach(delivery: Delivery, ...decisions: Transition[]) {
  await deliveries.insert([{ delivery, outbox: [] }]);
  let current = delivery;
  const outboxes: string[][] = [];
  for (const decide of decisions) {
    const before = Date.now();
    const next = await deliveries.apply(current, decide);
    if (next === null) throw new Error("the change was not written");
    const outbox = await outboxOf(next._id);
    outboxes.push(
      outbox.map(({ topic, at }) => `${topic} ${Math.round((at.getTime() - before) / 1_000)}`),
    );
    current = next;
  }
  return outboxes;
}

const outboxOf = async (id: string) =>
  (await deliveries.model.findOne({ _id: id }, { outbox: 1 }).lean())?.outbox ?? [];

const call = (part: "text0" | "voice0"): Transition[] => [
  markSendStarted(part, part === "text0" ? "text" : "voice", "+33612345678", new Date()),
  markAccepted(part, `wamid.${part}`, new Date()),
];

test("publishes the events of a digest together with those of its last part, or after five seconds", async () => {
  const digest = { ...readyDigest({ _id: "sending" }), ...leased };
  const all = await outboxAfterEach(digest, ...call("text0"), ...call("voice0"), finish("done"));
  expect(all.at(0)).toEqual([]);
  expect(all.at(1)).toEqual(["message.sent 5"]);
  expect(all.at(-1)).toEqual(["message.sent 5", "message.sent 5"]);
});

test("publishes the events of a digest without a lease at once", async () => {
  const all = await outboxAfterEach(readyDigest({ _id: "free" }), ...call("text0"));
  expect(all.at(-1)).toEqual(["message.sent 0"]);
});

test("counts every digest of a batch in which one write has a conflict", async () => {
  registry.resetMetrics();
  const dueAt = new Date("2026-02-05T07:00:00Z");
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
  const counts = () => deliveries.punctuality.document("2026-02-05T07");
  await expect.poll(counts).toMatchObject({ onTime: 0, late: 3 });
});

test("publishes nothing about a notice", async () => {
  const notice = readyDigest({ _id: "notice", kind: "notice" });
  expect((await outboxAfterEach(notice, ...call("text0"))).flat()).toEqual([]);
});
