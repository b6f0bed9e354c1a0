import { createHash } from "node:crypto";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, describe, expect, test } from "vitest";
import type { Choices } from "../testing/account-events.ts";
import type { Composer } from "../testing/content-stub.ts";
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

/** Writes part of day and request id into the text, so that each message shows its request. */
const withRequestId: Composer = ({ partOfDay, digestId }) => ({
  texts: [`${partOfDay} ${digestId}`],
  voiceNotes: [createHash("sha256").update(digestId).digest("hex")],
});
beforeEach(() => delivery.setComposer(withRequestId));

type Reader = Awaited<ReturnType<typeof delivery.reader>>;
const stored = (reader: Reader) => delivery.deliveryOf(reader.id);
const phaseOf = (reader: Reader) => async () => (await stored(reader))?.["phase"];
const dueOf = (reader: Reader) => async () => (await stored(reader))?.["dueAt"];
const requestsOf = (reader: Reader) =>
  delivery.requests.filter(({ userId }) => userId === reader.id);
const digests = ({ digits }: Reader) =>
  delivery.provider
    .accepted(digits)
    .filter(({ type, text }) => type === "audio" || /^(morning|afternoon|evening) /.test(text));
const textsOf = (reader: Reader) =>
  digests(reader).flatMap(({ type, text }) => (type === "text" ? text.split(" ")[0] : []));
const slotsOf = async (reader: Reader) =>
  (await delivery.collection("deliveries").find({ userId: reader.id, kind: "digest" }).toArray())
    .map(({ slot }) => `${slot.date}/${slot.index}`)
    .toSorted();

/** A reader with the hour 08:00 in Paris, ten minutes before; the edition of this date is composed. */
async function composed(date: string, choices: Choices = {}): Promise<Reader> {
  delivery.setClock(`${date}T06:50:00Z`);
  const reader = await delivery.reader(choices);
  await expect.poll(phaseOf(reader), soon).toBe("ready");
  return reader;
}

const changed = async (reader: Reader, version: bigint, choices: Choices, dueAt: string) => {
  await delivery.subscribe(reader.id, { ...choices, version });
  await expect.poll(dueOf(reader), soon).toEqual(new Date(dueAt));
};

describe("an edition that is moved after it was composed", () => {
  test("a moved edition offers no stories of its dropped composition to a reader who asks for more", async () => {
    delivery.setComposer((request) => ({
      texts: [`morning ${request.digestId}`],
      voiceNotes: [],
      more: ["Raconte hier"],
      moreStories: ["yesterday"],
    }));
    const reader = await composed("2037-11-23");
    expect(await stored(reader)).toMatchObject({ more: ["Raconte hier"] });
    delivery.setComposer(withRequestId);
    await changed(reader, 2n, { hours: ["20:00"] }, "2037-11-23T19:00:00Z");
    delivery.setClock("2037-11-23T18:45:01Z");
    await expect.poll(phaseOf(reader), soon).toBe("ready");
    expect(await stored(reader)).not.toHaveProperty("more");
  });

  test("an edition moved to the evening is composed again near its new hour, greets the evening and is sent once", async () => {
    const reader = await composed("2037-11-24");
    await changed(reader, 2n, { hours: ["20:00"] }, "2037-11-24T19:00:00Z");
    expect(await stored(reader)).toMatchObject({ phase: "composing", texts: [], audio: [] });
    delivery.setClock("2037-11-24T07:30:00Z");
    delivery.setClock("2037-11-24T18:44:30Z");
    expect(requestsOf(reader)).toHaveLength(1);
    delivery.setClock("2037-11-24T18:45:01Z");
    await expect.poll(phaseOf(reader), soon).toBe("ready");
    const [first, second, ...others] = requestsOf(reader);
    expect(others).toEqual([]);
    expect(second?.digestId).not.toBe(first?.digestId);
    expect(second).toMatchObject({ partOfDay: "evening" });
    expect(Number(second?.windowEnd?.seconds)).toBeGreaterThanOrEqual(
      Date.parse("2037-11-24T18:45:00Z") / 1_000,
    );
    expect(digests(reader)).toEqual([]);
    delivery.setClock("2037-11-24T18:59:59Z");
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(textsOf(reader)).toEqual(["evening"]);
    expect(await slotsOf(reader)).toEqual(["2037-11-24/0"]);
    await expect
      .poll(() => delivery.history(reader.id), soon)
      .toMatchObject([{ date: "2037-11-24", status: "sent" }]);
    // The edition of the next day is due at the new hour.
    expect((await delivery.subscriberOf(reader.id)).nextDueAt).toEqual(
      new Date("2037-11-25T19:00:00Z"),
    );
  });

  test("an edition moved twice and then back is sent once, at its first hour", async () => {
    const reader = await composed("2037-11-26");
    await changed(reader, 2n, { hours: ["20:00"] }, "2037-11-26T19:00:00Z");
    await changed(reader, 3n, { hours: ["13:00"] }, "2037-11-26T12:00:00Z");
    await changed(reader, 4n, { hours: ["08:00"] }, "2037-11-26T07:00:00Z");
    await expect.poll(phaseOf(reader), soon).toBe("ready");
    delivery.setClock("2037-11-26T06:59:59Z");
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(textsOf(reader)).toEqual(["morning"]);
    for (const hour of ["12:00:01", "18:50:00", "19:00:01"]) {
      delivery.setClock(`2037-11-26T${hour}Z`);
      await delivery.call("GET /automation/status", { as: reader.id });
    }
    expect(digests(reader)).toHaveLength(2);
    expect(await slotsOf(reader)).toEqual(["2037-11-26/0"]);
  });

  test("an edition moved to an hour that has passed is sent at its first hour, with its text", async () => {
    const reader = await composed("2037-11-28");
    await delivery.subscribe(reader.id, { hours: ["06:30"], version: 2n });
    const next = async () => (await delivery.subscriberOf(reader.id)).nextDueAt;
    await expect.poll(next, soon).toEqual(new Date("2037-11-29T05:30:00Z"));
    delivery.setClock("2037-11-28T06:59:59Z");
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(requestsOf(reader)).toHaveLength(1);
    expect(textsOf(reader)).toEqual(["morning"]);
  });

  test("an edition moved to another zone is composed again for the hour there", async () => {
    const reader = await composed("2037-11-30");
    const zone = "America/Los_Angeles";
    await changed(reader, 2n, { hours: ["12:30"], zone }, "2037-11-30T20:30:00Z");
    delivery.setClock("2037-11-30T20:15:01Z");
    await expect.poll(phaseOf(reader), soon).toBe("ready");
    delivery.setClock("2037-11-30T20:29:59Z");
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(textsOf(reader)).toEqual(["afternoon"]);
    expect(await slotsOf(reader)).toEqual(["2037-11-30/0"]);
  });

  test("an edition moved by a few minutes into the afternoon greets the afternoon", async () => {
    delivery.setClock("2037-12-02T10:50:00Z");
    const reader = await delivery.reader({ hours: ["11:55"] });
    await expect.poll(phaseOf(reader), soon).toBe("ready");
    await changed(reader, 2n, { hours: ["12:04"] }, "2037-12-02T11:04:00Z");
    await expect.poll(() => requestsOf(reader).length, soon).toBe(2);
    await expect.poll(phaseOf(reader), soon).toBe("ready");
    delivery.setClock("2037-12-02T11:03:59Z");
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(textsOf(reader)).toEqual(["afternoon"]);
  });

  test("an edition moved by a few minutes keeps its text", async () => {
    const reader = await composed("2037-12-03");
    await changed(reader, 2n, { hours: ["08:03"] }, "2037-12-03T07:03:00Z");
    expect(await phaseOf(reader)()).toBe("ready");
    delivery.setClock("2037-12-03T07:02:59Z");
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(requestsOf(reader)).toHaveLength(1);
  });
});

describe("an edition whose reader makes other choices after it was composed", () => {
  test("is composed again with them, and sent once at its hour", async () => {
    const reader = await composed("2037-12-04");
    const choices: Choices = { categories: ["culture"], language: "en", voice: "male" };
    await delivery.subscribe(reader.id, { ...choices, hours: ["08:00"], version: 2n });
    await expect.poll(() => requestsOf(reader).at(-1), soon).toMatchObject(choices);
    await expect.poll(phaseOf(reader), soon).toBe("ready");
    delivery.setClock("2037-12-04T06:59:59Z");
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(digests(reader)[0]?.text).toContain(requestsOf(reader).at(-1)?.digestId);
    expect(await slotsOf(reader)).toEqual(["2037-12-04/0"]);
  });

  test("ends without a message when no category is left", async () => {
    const reader = await composed("2037-12-06");
    await delivery.subscribe(reader.id, { categories: [], hours: ["08:00"], version: 2n });
    await expect.poll(phaseOf(reader), soon).toBe("skipped");
    expect(await stored(reader)).toMatchObject({ reason: "no_categories", texts: [] });
  });

  test("is composed and sent when a first category is chosen after the hour, minutes before it", async () => {
    delivery.setClock("2037-12-01T06:50:00Z");
    const reader = await delivery.reader({ categories: [] });
    await expect.poll(phaseOf(reader), soon).toBe("skipped");
    await delivery.subscribe(reader.id, { categories: ["culture"], hours: ["08:00"], version: 2n });
    await expect.poll(phaseOf(reader), soon).toBe("ready");
    delivery.setClock("2037-12-01T06:59:59Z");
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(requestsOf(reader)).toMatchObject([{ categories: ["culture"] }]);
    expect(await slotsOf(reader)).toEqual(["2037-12-01/0"]);
    await expect
      .poll(() => delivery.history(reader.id), soon)
      .toMatchObject([{ status: "sent", errorMessage: null }]);
  });

  test("keeps its text when the plan ends before its hour", async () => {
    const reader = await composed("2037-12-08");
    const entitledUntil = new Date("2037-12-08T06:55:00Z");
    await delivery.subscribe(reader.id, { entitledUntil, hours: ["08:00"], version: 2n });
    const next = async () => (await delivery.subscriberOf(reader.id)).nextDueAt;
    await expect.poll(next, soon).toBeUndefined();
    expect(await stored(reader)).toMatchObject({ phase: "ready" });
    delivery.setClock("2037-12-08T07:00:01Z");
    await expect.poll(() => stored(reader), soon).toMatchObject({ reason: "not_entitled" });
  });
});

test("does not send the late answer to the request of the old hour at the new one", async () => {
  delivery.setComposer(() => null);
  delivery.setClock("2037-12-05T06:50:00Z");
  const reader = await delivery.reader();
  await expect.poll(() => requestsOf(reader).length, soon).toBe(1);
  const [request] = requestsOf(reader);
  await changed(reader, 2n, { hours: ["20:00"] }, "2037-12-05T19:00:00Z");
  await delivery.answer(request!, withRequestId);
  delivery.setClock("2037-12-05T18:45:01Z");
  await expect.poll(() => requestsOf(reader).length, soon).toBe(2);
  await delivery.answer(request!, withRequestId);
  expect(await stored(reader)).toMatchObject({ phase: "composing", texts: [] });
  await delivery.answer(requestsOf(reader)[1]!, withRequestId);
  await expect.poll(phaseOf(reader), soon).toBe("ready");
  delivery.setClock("2037-12-05T18:59:59Z");
  await expect.poll(() => digests(reader).length, soon).toBe(2);
  expect(textsOf(reader)).toEqual(["evening"]);
});

test("an edition whose first message was sent is not moved by a change of hour", async () => {
  // The voice note waits for its upload while the hour changes.
  const { promise: uploadsReleased, resolve: releaseUploads } = Promise.withResolvers<void>();
  delivery.provider.holdUploads(uploadsReleased);
  const reader = await composed("2037-12-07");
  delivery.setClock("2037-12-07T06:59:59Z");
  await expect.poll(() => textsOf(reader), soon).toEqual(["morning"]);
  await delivery.subscribe(reader.id, { hours: ["20:00"], version: 2n });
  const next = async () => (await delivery.subscriberOf(reader.id)).nextDueAt;
  await expect.poll(next, soon).toEqual(new Date("2037-12-08T19:00:00Z"));
  releaseUploads();
  await expect.poll(() => digests(reader).length, soon).toBe(2);
  expect(requestsOf(reader)).toHaveLength(1);
  expect(await slotsOf(reader)).toEqual(["2037-12-07/0"]);
});

test("readers in different zones who change their hour at once get one edition each", async () => {
  delivery.setComposer(withRequestId);
  delivery.setClock("2037-12-09T06:50:00Z");
  const places: Choices[] = [
    { language: "fr", voice: "female", country: "fr", zone: "Europe/Paris", hours: ["08:00"] },
    { language: "en", voice: "male", country: "gb", zone: "Europe/London", hours: ["07:00"] },
    { language: "fr", voice: "male", country: "tn", zone: "Africa/Tunis", hours: ["08:00"] },
    { language: "en", voice: "female", country: "in", zone: "Asia/Kolkata", hours: ["12:30"] },
    { language: "en", voice: "female", country: "us", zone: "America/New_York", hours: ["02:00"] },
    { language: "en", voice: "male", country: "jp", zone: "Asia/Tokyo", hours: ["16:00"] },
  ];
  const readers = await Promise.all(
    places.map(async (choices) => ({ choices, reader: await delivery.reader(choices) })),
  );
  for (const { reader } of readers) await expect.poll(phaseOf(reader), soon).toBe("ready");
  // Two hours later in each zone.
  await Promise.all(
    readers.map(({ reader, choices }) => {
      const [hour = ""] = choices.hours ?? [];
      const [hours, minutes] = hour.split(":");
      const later = `${String(Number(hours) + 2).padStart(2, "0")}:${minutes}`;
      return changed(reader, 2n, { ...choices, hours: [later] }, "2037-12-09T09:00:00Z");
    }),
  );
  delivery.setClock("2037-12-09T08:45:01Z");
  for (const { reader } of readers) await expect.poll(phaseOf(reader), soon).toBe("ready");
  delivery.setClock("2037-12-09T08:59:59Z");
  for (const { reader, choices } of readers) {
    await expect.poll(() => digests(reader).length, soon).toBe(2);
    expect(requestsOf(reader)).toHaveLength(2);
    expect(requestsOf(reader)[1]).toMatchObject({
      language: choices.language,
      voice: choices.voice,
      country: choices.country,
    });
    expect(await slotsOf(reader)).toEqual(["2037-12-09/0"]);
  }
  expect(readers.map(({ reader }) => textsOf(reader))).toEqual([
    ["morning"],
    ["morning"],
    ["morning"],
    ["afternoon"],
    ["morning"],
    ["evening"],
  ]);
});
