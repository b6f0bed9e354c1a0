import { randomUUID } from "node:crypto";
import { record } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { DigestRequestStore } from "../store/digest-requests.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { startContent, within } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(startContent, (started) => (content = started));

/** A zone in which it is nine in the morning: no date, part of the day or summer time ends during the test. */
const offset = ((9 - new Date().getUTCHours() + 36) % 24) - 12;
const timezone = `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;

/** The wall clock in the zone, in minutes from now. */
const localTime = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000)
    .toLocaleTimeString("sv-SE", { timeZone: timezone })
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
      timezone,
      categories: ["politics", "sports"],
      deliveryHours: [hour],
      weekday,
    }),
    record("subscription.changed", { userId, version: 1n, maxSeconds, maxCategories: 3 }),
  ]);
  await content.broker.caughtUp();
  return userId;
}

/** Records that this person had an edition so many days ago. */
async function received(userId: string, daysAgo: number) {
  const dueAt = new Date(Date.now() - daysAgo * 86_400_000);
  const request = { _id: randomUUID(), userId, dueAt, state: "composed", manual: false };
  await content.mongo.collection("digest_requests").insertOne(request as never);
}

test("finds out whether readers had an edition since an instant", async () => {
  const requests = new DigestRequestStore(content.mongo);
  const [userId, other] = [asUserId(randomUUID()), asUserId(randomUUID())];
  await received(userId, 3);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  expect(await requests.wereDueSince([other, userId], daysAgo(4))).toBe(true);
  expect(await requests.wereDueSince([other, userId], daysAgo(2))).toBe(false);
  expect(await requests.wereDueSince([other], daysAgo(4))).toBe(false);
});

test("finds the distinct choices of subscribers with an edition in the next hour", async () => {
  const store = new SubscriberStore(content.mongo);
  const now = new Date();
  const due = async () =>
    (await store.dueBetween(now, new Date(now.getTime() + 3_600_000))).map(
      ({ choices: { subscription }, userIds }) => [subscription.maxSeconds, userIds.length],
    );
  await subscriber(localTime(-10), { maxSeconds: 120 });
  await subscriber(localTime(90), { maxSeconds: 120 });
  expect(await due()).toEqual([]);
  await subscriber(localTime(20), { maxSeconds: 300 });
  await subscriber(localTime(30));
  await subscriber(localTime(40));
  expect(await due()).toEqual([
    [180, 2],
    [300, 1],
  ]);
});

test("a digest is complete although speech is very slow, after a round that spoke it ahead", async () => {
  await received(await subscriber(localTime(30)), 1);
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
    partOfDay: "morning",
    localDate: now.toLocaleDateString("sv-SE", { timeZone: timezone }),
  });
  const answer = await content.answerTo(digestId);
  expect(answer.audioMissing).toBe("");
  expect(answer.audio).toHaveLength(1);
});
