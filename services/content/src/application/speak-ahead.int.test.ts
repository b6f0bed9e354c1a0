import { randomUUID } from "node:crypto";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { DigestRequestStore } from "../store/digest-requests.ts";
import { order } from "../testing/order.ts";
import { startContent, within } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(startContent, (started) => (content = started));

const dayMs = 86_400_000;
const yesterday = (minutes: number) => new Date(Date.now() - dayMs + minutes * 60_000);

/** Stores an answered request of yesterday. @param minutes  after the present time of day */
async function requested(minutes: number, options: Partial<typeof order> = {}, manual = false) {
  const windowEnd = yesterday(minutes);
  const windowStart = new Date(windowEnd.getTime() - dayMs);
  const request = {
    _id: randomUUID(),
    userId: randomUUID(),
    order: { ...order, categories: ["politics", "sports"], windowStart, windowEnd, ...options },
    orderKey: randomUUID(),
    nextAttemptAt: windowEnd,
    state: "composed",
    manual,
  };
  await content.mongo.collection("digest_requests").insertOne(request as never);
}

test("finds the kinds of orders that were scheduled in an hour, those of most readers first", async () => {
  const requests = new DigestRequestStore(content.mongo);
  const found = async () =>
    (await requests.ordersComposed(yesterday(0), yesterday(60))).map(
      ({ order: { maxSeconds, language } }) => [maxSeconds, language],
    );
  await requested(-10, { maxSeconds: 120 });
  await requested(90, { maxSeconds: 120 });
  await requested(30, { maxSeconds: 120 }, true);
  expect(await found()).toEqual([]);
  await requested(20, { maxSeconds: 300 });
  await requested(30, { language: "en" });
  await requested(40, { language: "en", partOfDay: "evening" });
  expect(await found()).toEqual([
    [180, "en"],
    [300, "fr"],
  ]);
  await content.mongo.collection("digest_requests").deleteMany({});
});

test("a digest is complete although speech is very slow, after a round that spoke it ahead", async () => {
  const localDate = (at: Date) => at.toISOString().slice(0, 10);
  await requested(30, { localDate: localDate(yesterday(0)) });
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
    localDate: localDate(now),
  });
  const answer = await content.answerTo(digestId);
  expect(answer.audioMissing).toBe("");
  expect(answer.audio).toHaveLength(1);
});
