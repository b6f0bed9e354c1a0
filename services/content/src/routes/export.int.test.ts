import { randomUUID } from "node:crypto";
import { record } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import { collectionsOf, documentsWith } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { contentStores } from "../store/index.ts";
import { SingletonLeases } from "../store/singleton-leases.ts";
import { startContent } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(startContent, (started) => (content = started));

/** The collections with an id of a person, and the keys of the export that hold what they store. */
const exported: Record<string, readonly string[]> = {
  subscribers: ["copies"],
  digest_requests: ["requests"],
  // whether a preview runs
  singleton_leases: [],
};
/** Digests, voice notes and stories are made for orders, which many people share. */
const aboutNobody = [
  "alerts",
  "budgets",
  "clips",
  "compositions",
  "feeds",
  "items",
  "media",
  "scripts",
  "short_links",
  "stories",
  "weighed_stories",
];

test("every collection has its place in the export, or a reason to have none", () => {
  expect([...Object.keys(exported), ...aboutNobody].toSorted()).toEqual(
    collectionsOf(contentStores),
  );
});

test("exports what every collection holds about a person", async () => {
  const userId = asUserId(randomUUID());
  const version = 1n;
  await content.outside.publish([
    record("user.changed", { userId, version, language: "fr", voice: "male" }),
    record("preferences.changed", { userId, version, language: "fr", categories: ["sports"] }),
    record("subscription.changed", { userId, version, maxSeconds: 60, maxCategories: 3 }),
  ]);
  await content.ask({ userId });
  await content.broker.caughtUp();
  await new SingletonLeases(content.mongo).claim(userId, 1_000, new Date());

  const stored = Object.keys(await documentsWith(content.mongo, userId));
  expect(stored.toSorted()).toEqual(Object.keys(exported).toSorted());
  const body: unknown = await (await content.get("/export", userId)).json();
  expect(Object.keys(body as object)).toEqual(Object.values(exported).flat());
  expect(body).toMatchObject({
    copies: { language: "fr", voice: "male", subscription: { maxSeconds: 60 } },
    requests: [{ order: { language: "fr", categories: expect.any(Array) } }],
  });
});
