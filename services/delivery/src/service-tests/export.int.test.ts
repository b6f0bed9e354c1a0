import type { UserId } from "@matinale/contracts";
import { collectionsOf, documentsWith } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { deliveryStores } from "../store/index.ts";
import { readyDigest } from "../testing/fixtures.ts";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(startHarness, (started) => (delivery = started));

/** Each collection, with the keys of the export that hold what it stores about a person. */
const exported: Record<string, readonly string[]> = {
  subscribers: ["channel", "windowExpiresAt", "nextDueAt", "nextSlot", "copies"],
  deliveries: ["deliveries"],
  opt_in_codes: ["codes"],
  // keyed hashes of numbers and user ids
  verified_numbers: [],
  ended_numbers: [],
  opt_in_messages: [],
  phone_stops: [],
  unknown_senders: [],
  // calls of the provider for 7 days, not stored by person
  webhooks: [],
  webhook_items: [],
  unmatched_statuses: [],
  // not about a person, or only ids of erased people
  account_events: [],
  alerts: [],
  erased_people: [],
  punctuality: [],
  sender_switch: [],
  uploads: [],
  withdrawn_stories: [],
};

test("every collection has its place in the export, or a reason to have none", () => {
  expect(Object.keys(exported).toSorted()).toEqual(
    collectionsOf((mongo) => deliveryStores(mongo, { deliveryDays: 400, secret: "" })),
  );
});

interface Exported {
  deliveries: { id: string; kind: string; texts: string[]; more: string[] }[];
}
const exportOf = async (as: string) =>
  (await delivery.call("GET /export", { as })).body as Exported;
const storyTo = (userId: UserId) =>
  delivery
    .collection("deliveries")
    .insertOne({ ...readyDigest({ userId, kind: "story" }), _id: `${userId}-story` as never });

test("exports the number, the consent and every message with all its texts", async () => {
  delivery.setComposer(() => ({
    texts: ["Le digest", "La suite"],
    voiceNotes: [],
    more: ["Une histoire de plus"],
    moreStories: ["more"],
  }));
  const { id, phone, digits } = await delivery.reader();
  await delivery.requestManualDigest(id);
  await storyTo(id);
  await expect.poll(() => delivery.provider.shown(digits), soon).toContain("La suite");
  await delivery.call("POST /user/whatsapp/connect", { as: id, body: { phone } });

  const stored = Object.keys(await documentsWith(delivery.mongo, id));
  const keys = stored.flatMap((name) => exported[name] ?? [`no keys of ${name}`]);
  expect(stored).toEqual(expect.arrayContaining(["deliveries", "subscribers"]));
  const body = await exportOf(id);
  expect(Object.keys(body)).toEqual(expect.arrayContaining(keys));
  expect(body).toMatchObject({
    channel: {
      phone,
      consent: { wording: "opt-in-2026-11", phone },
      lastKeyword: { at: expect.any(String) },
    },
    copies: { preferences: { language: "fr" }, subscription: { status: expect.any(String) } },
  });
  const kinds = new Set(body.deliveries.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(["digest", "story", "notice"]));
  expect(body.deliveries.find(({ kind }) => kind === "digest")).toMatchObject({
    manual: true,
    content: expect.stringMatching(/\n\nLe digest$/u),
    texts: ["Le digest", "La suite"],
    more: ["Une histoire de plus"],
  });
  expect(await exportOf("without-a-number")).toMatchObject({ channel: null, deliveries: [] });
});

test("exports more deliveries than a plan with four editions and two alerts sends in a year", async () => {
  const { id } = await delivery.reader();
  const count = 6 * 365;
  await delivery.collection("deliveries").insertMany(
    Array.from({ length: count }, (_, index) => {
      const kind = index % 3 === 0 ? "alert" : "digest";
      const dueAt = new Date(delivery.now().getTime() - Math.ceil(index / 2) * 60_000);
      return { ...readyDigest({ userId: id, kind, dueAt }), _id: `${id}-${index}` as never };
    }),
  );
  const { deliveries } = await exportOf(id);
  const inserted = deliveries.map((each) => each.id).filter((each) => each.startsWith(id));
  expect(new Set(inserted).size).toBe(count);
});
