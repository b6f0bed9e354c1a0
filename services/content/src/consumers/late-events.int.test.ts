import { randomUUID } from "node:crypto";
import { record, recordTombstone } from "@matinale/bus";
import { startForTests } from "@matinale/kit/vitest";
import { documentsWith } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { startContent } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;

startForTests(startContent, (started) => (content = started));

const changesOf = (userId: string, version: bigint) => [
  record("user.changed", { userId, version, language: "fr", voice: "male" }),
  record("preferences.changed", { userId, version, language: "fr", categories: ["sports"] }),
  record("subscription.changed", { userId, version, maxSeconds: 60, maxCategories: 3 }),
];

test("stores nothing about an erased person when events follow the tombstone", async () => {
  const [known, unknown, neighbour] = [randomUUID(), randomUUID(), randomUUID()];
  await content.outside.publish([...changesOf(known, 1n), ...changesOf(neighbour, 1n)]);
  await content.ask({ userId: known });
  await content.broker.caughtUp();
  expect(Object.keys(await documentsWith(content.mongo, known)).toSorted()).toEqual([
    "digest_requests",
    "subscribers",
  ]);
  await content.outside.publish([known, unknown].map((id) => recordTombstone("user.changed", id)));
  await content.broker.caughtUp();

  await content.outside.publish([known, unknown].flatMap((id) => changesOf(id, 9n)));
  await Promise.all([known, unknown].map((userId) => content.ask({ userId })));
  await content.broker.caughtUp();
  for (const id of [known, unknown]) {
    expect(await documentsWith(content.mongo, id)).toEqual({
      erased_people: [{ _id: id, at: expect.any(Date) }],
    });
  }
  expect(Object.keys(await documentsWith(content.mongo, neighbour))).toEqual(["subscribers"]);
});
