import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { startContent, within } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(
  () => startContent(undefined, 2),
  (started) => (content = started),
);

const lost = () => content.metric("content_digest_leases_lost_total", 'how="taken"');

/** Gives the leases of the composing process to another process, which is dead, as after a long freeze. */
async function takeLeases(): Promise<void> {
  const lease = { token: "another-process", until: new Date(Date.now() + 1_500) };
  for (const name of ["compositions", "digest_requests"]) {
    const taken = await content.mongo
      .collection(name)
      .updateMany({ "lease.token": { $exists: true } }, { $set: { lease } });
    expect(taken.modifiedCount).toBe(1);
  }
}

test("counts a lost lease, and another process composes and answers the request once", async () => {
  const before = await lost();
  const held = Promise.withResolvers<void>();
  content.standIn.state.held = held.promise;
  const digestId = await content.ask();
  await within(() => expect(content.standIn.state.waiting).toBeGreaterThan(0));
  await takeLeases();
  held.resolve();
  const answer = await content.answerTo(digestId);
  expect(answer.audioMissing).toBe("");
  // the process that lost the lease counts it after the other one has answered
  await within(async () => expect(await lost()).toBe(before + 1));
  expect(await content.metric("content_distinct_orders_total")).toBe(1);
  expect(content.answersTo(digestId)).toHaveLength(1);
});

test("answers without composing again when the composing process died before it answered", async () => {
  const windowEnd = new Date();
  const digestId = await content.ask({ windowEnd });
  const first = await content.answerTo(digestId);
  const compositions = await content.metric("content_compositions_total");
  const lease = { token: "dead", until: new Date() };
  const unanswered = { $set: { state: "requested", lease } };
  await content.mongo
    .collection("digest_requests")
    .updateOne({ _id: digestId as never }, unanswered);
  await within(() => expect(content.answersTo(digestId)).toHaveLength(2));
  const [, second] = content.answersTo(digestId);
  expect(second?.audio).toEqual(first.audio);
  expect(await content.metric("content_compositions_total")).toBe(compositions);
});

test("counts no lost lease when a person is erased during a composition", async () => {
  const before = await lost();
  const held = Promise.withResolvers<void>();
  content.standIn.state.held = held.promise;
  await content.ask({ categories: ["sports"], voice: "male", userId: "leaving" });
  await within(() => expect(content.standIn.state.waiting).toBeGreaterThan(0));
  await content.mongo.collection("digest_requests").deleteMany({ userId: "leaving" });
  const compositions = await content.metric("content_compositions_total");
  held.resolve();
  await within(async () =>
    expect(await content.metric("content_compositions_total")).toBe(compositions + 1),
  );
  expect(await lost()).toBe(before);
});
