import { randomUUID } from "node:crypto";
import { record } from "@matinale/bus";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { partOfDay } from "../domain/digest/preview-order.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { startContent, within } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(startContent, (started) => (content = started));

/** The wall clock in Paris, in minutes from now. */
const parisTime = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000)
    .toLocaleTimeString("sv-SE", { timeZone: "Europe/Paris" })
    .slice(0, 5);

async function subscriber(hour: string, options: { maxSeconds?: number; weekday?: number } = {}) {
  const userId = randomUUID();
  const { maxSeconds = 180, weekday = 0 } = options;
  await content.outside.publish([
    record("user.changed", { userId, version: 1n, language: "fr", voice: "female" }),
    record("preferences.changed", {
      userId,
      version: 1n,
      language: "fr",
      country: "fr",
      timezone: "Europe/Paris",
      categories: ["politics", "sports"],
      deliveryHours: [hour],
      weekday,
    }),
    record("subscription.changed", { userId, version: 1n, maxSeconds, maxCategories: 3 }),
  ]);
  await content.broker.caughtUp();
}

test("finds the distinct choices of subscribers with an edition in the next hour", async () => {
  const store = new SubscriberStore(content.mongo);
  const now = new Date();
  const due = async () =>
    (await store.dueBetween(now, new Date(now.getTime() + 3_600_000), 20)).map(
      ({ subscription }) => subscription.maxSeconds,
    );
  await subscriber(parisTime(-10), { maxSeconds: 120 });
  await subscriber(parisTime(90), { maxSeconds: 120 });
  expect(await due()).toEqual([]);
  await subscriber(parisTime(20), { maxSeconds: 300 });
  await subscriber(parisTime(30));
  await subscriber(parisTime(40));
  expect(await due()).toEqual([180, 300]);
});

test("a digest is complete although speech is very slow, after a round that spoke it ahead", async () => {
  await subscriber(parisTime(30));
  await content.startReplica();
  await within(async () => {
    expect(content.standIn.spoken.length).toBeGreaterThan(5);
    const leases = content.mongo.collection("singleton_leases");
    const lease = await leases.findOne({ _id: "speak-ahead" as never });
    expect(lease).not.toHaveProperty("lease");
  });

  content.standIn.state.speechMs = 60_000;
  const now = new Date();
  const digestId = await content.ask({
    categories: ["politics", "sports"],
    manual: true,
    dueAt: now,
    partOfDay: partOfDay("Europe/Paris", new Date(now.getTime() + 30 * 60_000)),
    localDate: now.toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" }),
  });
  const answer = await content.answerTo(digestId);
  expect(answer.audioMissing).toBe("");
  expect(answer.audio).toHaveLength(1);
});
