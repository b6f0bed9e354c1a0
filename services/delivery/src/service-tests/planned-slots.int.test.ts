import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record } from "@matinale/bus";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () =>
    startHarness({
      at: "2037-11-23T04:00:00Z",
      env: { WHATSAPP_MESSAGES_PER_SECOND: "2000" },
      replicas: 2,
    }),
  (started) => (delivery = started),
);

const digests = (digits: string) => delivery.provider.digests(digits);

test("a change of hour moves a planned digest, and does not repeat a sent one", async () => {
  delivery.setClock("2037-11-24T06:50:00Z");
  const reader = await delivery.reader();
  const stored = () => delivery.deliveryOf(reader.id);
  await expect.poll(async () => (await stored())?.["phase"], soon).toBe("ready");
  await delivery.subscribe(reader.id, { hours: ["09:00"], version: 2n });
  await expect
    .poll(async () => (await stored())?.["dueAt"], soon)
    .toEqual(new Date("2037-11-24T08:00:00Z"));
  delivery.setClock("2037-11-24T07:30:00Z");
  expect(digests(reader.digits)).toHaveLength(0);
  delivery.setClock("2037-11-24T07:59:59Z");
  await expect.poll(() => digests(reader.digits).length, soon).toBe(2);
  await delivery.subscribe(reader.id, { hours: ["10:00"], version: 3n });
  const next = async () =>
    (await delivery.collection("subscribers").findOne({ _id: reader.id as never }))?.["nextDueAt"];
  await expect.poll(next, soon).toEqual(new Date("2037-11-25T09:00:00Z"));
});

test("after an outage sends the last digest once, late, and records older ones as missed", async () => {
  delivery.setClock("2037-11-25T12:00:00Z");
  const reader = await delivery.reader();
  await delivery.halt();
  delivery.setClock("2037-11-28T08:30:00Z");
  await delivery.restart();
  // The window is closed, because the phone has not written for two days: a template announces the digest.
  const announced = () =>
    delivery.provider.accepted(reader.digits).filter(({ text }) => text === "digest_ready");
  await expect.poll(() => announced().length, soon).toBe(1);
  await expect
    .poll(
      async () =>
        (await delivery.history(reader.id)).map(({ status, date }) => `${date} ${status}`),
      soon,
    )
    .toEqual(["2037-11-28 sent", "2037-11-27 missed", "2037-11-26 missed"]);
  expect(announced()).toHaveLength(1);
});

test("the history of a reader without categories gives the reason", async () => {
  delivery.setClock("2037-12-01T06:50:00Z");
  const reader = await delivery.reader({ categories: [] });
  await expect
    .poll(() => delivery.history(reader.id), soon)
    .toMatchObject([{ status: "skipped", errorMessage: expect.stringContaining("catégorie") }]);
});

test("an unknown zone does not stop the editions of any reader", async () => {
  delivery.setClock("2037-12-03T06:30:00Z");
  const withUnknownZone = await delivery.reader();
  const abroad = await delivery.reader({ zone: "Asia/Kolkata", hours: ["12:30"], language: "en" });
  // The event with the unknown zone becomes a dead letter: the stored zone stays.
  await delivery.subscribe(withUnknownZone.id, { zone: "PST", hours: ["09:00"], version: 2n });
  await delivery.subscribe(abroad.id, {
    zone: "Asia/Tokyo",
    hours: ["16:00"],
    categories: ["culture"],
    version: 2n,
  });
  const known = async () => (await delivery.subscriberOf(abroad.id)).preferences?.zone;
  await expect.poll(known, soon).toBe("Asia/Tokyo");
  expect((await delivery.subscriberOf(withUnknownZone.id)).preferences?.zone).toBe("Europe/Paris");
  // A stored unknown zone counts as the default zone.
  await delivery
    .collection("subscribers")
    .updateOne({ _id: withUnknownZone.id as never }, { $set: { "preferences.zone": "PST" } });
  delivery.setClock("2037-12-03T06:50:00Z");
  for (const { id } of [withUnknownZone, abroad]) {
    await expect.poll(async () => (await delivery.deliveryOf(id))?.["phase"], soon).toBe("ready");
  }
  delivery.setClock("2037-12-03T06:59:59Z");
  for (const { digits } of [withUnknownZone, abroad]) {
    await expect.poll(() => digests(digits).length, soon).toBe(2);
  }
});

test("plans the hour that preferences publishes after a downgrade, in any order of the events", async () => {
  delivery.setClock("2037-12-05T09:00:00Z");
  const plan = { hours: ["06:00", "20:00"], editionsPerDay: 2 };
  const readers = await Promise.all([
    delivery.reader({ ...plan, language: "fr" }),
    delivery.reader({ ...plan, language: "en", voice: "male", country: "gb" }),
  ]);
  const evening = new Date("2037-12-05T19:00:00Z");
  for (const { id } of readers) {
    expect((await delivery.subscriberOf(id)).nextDueAt).toEqual(evening);
    await delivery.publish([
      record("subscription.changed", {
        userId: id,
        version: 2n,
        status: "active",
        planId: 1,
        entitledUntil: timestampFromDate(new Date("2099-01-01T00:00:00Z")),
        editionsPerDay: 1,
        maxCategories: 3,
        maxSeconds: 180,
      }),
    ]);
    const maxSeconds = async () => (await delivery.subscriberOf(id)).subscription?.maxSeconds;
    await expect.poll(maxSeconds, soon).toBe(180);
  }
  const nextOf = async (id: (typeof readers)[number]["id"]) => {
    const { nextDueAt, preferences } = await delivery.subscriberOf(id);
    return { nextDueAt, version: preferences?.version };
  };
  const [withoutEvent, withEvent] = readers.map(({ id }) => id);
  await expect.poll(() => nextOf(withoutEvent!), soon).toEqual({ nextDueAt: evening, version: 1 });
  await delivery.subscribe(withEvent!, { hours: ["20:00"], editionsPerDay: 1, version: 3n });
  await expect.poll(() => nextOf(withEvent!), soon).toEqual({ nextDueAt: evening, version: 3 });
});
