import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness } from "./testing/harness.ts";

const many = 500;
/** The bound: what one replica alone would need on a slow machine. */
const bounded = { timeout: 120_000, interval: 100 };

let delivery: Awaited<ReturnType<typeof startHarness>>;
const others: Awaited<ReturnType<typeof delivery.replica>>[] = [];
const phones = Array.from({ length: many }, (_, index) => `3365${String(index).padStart(7, "0")}`);

beforeAll(async () => {
  delivery = await startHarness({
    at: "2026-11-23T05:00:00Z",
    env: { WHATSAPP_MESSAGES_PER_SECOND: "2000" },
  });
  const model = await delivery.subscriberOf((await delivery.reader()).id);
  const subscribers = delivery.collection("subscribers");
  await subscribers.deleteMany({ _id: model._id as never });
  await subscribers.insertMany(
    phones.map((digits) => ({
      ...model,
      _id: randomUUID() as never,
      channel: { ...model.channel, phone: `+${digits}` },
      windowExpiresAt: new Date("2026-12-01T00:00:00Z"),
    })),
  );
}, 120_000);
afterAll(async () => {
  await Promise.all(others.map((replica) => replica.stop()));
  await delivery.stop();
});

const isDigest = ({ type, text }: { type: string; text: string }) =>
  type === "audio" || text === "Le digest";
const calls = () => delivery.provider.calls.filter(isDigest);

test.each([
  { replicas: 2, date: "2026-11-23" },
  { replicas: 4, date: "2026-11-24" },
])(
  "with $replicas replicas and 500 due at once, every digest is sent once",
  async ({ replicas, date }) => {
    while (others.length < replicas - 1) others.push(await delivery.replica());
    const before = calls().length;
    const digests = { userId: { $exists: true }, "slot.date": date };
    const ready = () =>
      delivery.collection("deliveries").countDocuments({ ...digests, phase: "ready" });
    delivery.setClock(`${date}T06:50:00Z`);
    await expect.poll(ready, bounded).toBe(many);
    delivery.setClock(`${date}T06:59:59Z`);

    const done = () =>
      delivery.collection("deliveries").countDocuments({ ...digests, phase: "done" });
    await expect.poll(done, bounded).toBe(many);
    const sent = calls().slice(before);
    const taken = Map.groupBy(sent, ({ to }) => to);
    expect(sent).toHaveLength(2 * many);
    for (const digits of phones) {
      expect(taken.get(digits)?.map(({ type }) => type)).toEqual(["text", "audio"]);
    }
    expect(delivery.provider.uploads).toHaveLength(1);
  },
  300_000,
);
