import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Composer } from "../testing/content-stub.ts";
import { startHarness } from "../testing/harness.ts";

/** Three readers of each combination of the choices below. */
const readerCount = 288;
/** The time that one replica alone needs on a slow machine. */
const slow = { timeout: 120_000, interval: 100 };

let delivery: Awaited<ReturnType<typeof startHarness>>;
const others: Awaited<ReturnType<typeof delivery.replica>>[] = [];
const phones = Array.from(
  { length: readerCount },
  (_, index) => `3365${String(index).padStart(7, "0")}`,
);

/** Each hour is 07:00 UTC on the dates of the tests; the local dates differ. */
const places = [
  { zone: "Europe/Paris", country: "fr", hour: "08:00" },
  { zone: "Europe/London", country: "gb", hour: "07:00" },
  { zone: "Asia/Kolkata", country: "in", hour: "12:30" },
  { zone: "Asia/Tokyo", country: "jp", hour: "16:00" },
  { zone: "America/Los_Angeles", country: "us", hour: "23:00" },
  { zone: "Pacific/Kiritimati", country: "au", hour: "21:00" },
];
const chosen = [["politics"], ["culture", "sports"], ["technology"], ["politics", "economy"]];
const of = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const readers = phones.map((digits, index) => ({
  id: randomUUID(),
  digits,
  ...of(places, index),
  categories: of(chosen, Math.floor(index / 6)),
  language: of(["fr", "en"], Math.floor(index / 24)),
  voice: of(["female", "male"], Math.floor(index / 48)),
}));

const textFor = (wanted: { language: string; country: string; categories: readonly string[] }) =>
  `Le digest ${wanted.language} ${wanted.country} ${wanted.categories.join()}`;
const voiceNoteFor = ({ language, voice }: { language: string; voice: string }) =>
  createHash("sha256").update(`${language}/${voice}`).digest("hex");
const byChoices: Composer = (request) => ({
  texts: [textFor(request)],
  voiceNotes: [voiceNoteFor(request)],
});

beforeAll(async () => {
  delivery = await startHarness({
    at: "2037-11-23T05:00:00Z",
    env: { WHATSAPP_MESSAGES_PER_SECOND: "2000" },
    replicas: 2,
  });
  delivery.setComposer(byChoices);
  const template = await delivery.subscriberOf((await delivery.reader()).id);
  const subscribers = delivery.collection("subscribers");
  await subscribers.deleteMany({ _id: template._id as never });
  const due = new Date("2037-11-23T07:00:00Z");
  await subscribers.insertMany(
    readers.map(({ id, digits, zone, country, hour, categories, language, voice }) => ({
      ...template,
      _id: id as never,
      user: { ...template.user, language, voice },
      preferences: { ...template.preferences, zone, country, hours: [hour], categories, language },
      channel: { ...template.channel, phone: `+${digits}` },
      windowExpiresAt: new Date("2037-12-01T00:00:00Z"),
      nextDueAt: due,
      nextSlot: { date: due.toLocaleDateString("sv-SE", { timeZone: zone }), index: 0 },
    })),
  );
}, 120_000);
afterAll(async () => {
  await Promise.all(others.map((replica) => replica.stop()));
  await delivery.stop();
});

const isDigest = ({ type, text }: { type: string; text: string }) =>
  type === "audio" || text.startsWith("Le digest ");
const calls = () => delivery.provider.calls.filter(isDigest);

test.each([
  { replicas: 2, date: "2037-11-23" },
  { replicas: 4, date: "2037-11-24" },
])(
  "with $replicas replicas and 288 due at once, every digest is sent once",
  async ({ replicas, date }) => {
    while (others.length < replicas - 2) others.push(await delivery.replica());
    const before = calls().length;
    const requestsBefore = delivery.requests.length;
    const digests = { kind: "digest", dueAt: new Date(`${date}T07:00:00Z`) };
    const ready = () =>
      delivery.collection("deliveries").countDocuments({ ...digests, phase: "ready" });
    delivery.setClock(`${date}T06:50:00Z`);
    await expect.poll(ready, slow).toBe(readerCount);
    const voiceNotes = new Set(readers.map(voiceNoteFor)).size;
    const uploaded = () =>
      delivery.collection("uploads").countDocuments({ mediaId: { $exists: true } });
    // else the change of the clock ends the lease of an upload in progress, and it is repeated
    await expect.poll(uploaded, slow).toBe(voiceNotes);
    delivery.setClock(`${date}T06:59:59Z`);

    const done = () =>
      delivery.collection("deliveries").countDocuments({ ...digests, phase: "done" });
    await expect.poll(done, slow).toBe(readerCount);
    const sent = calls().slice(before);
    const byPhone = Map.groupBy(sent, ({ to }) => to);
    expect(sent).toHaveLength(2 * readerCount);
    for (const reader of readers) {
      const messages = byPhone.get(reader.digits);
      expect(messages?.map(({ type }) => type)).toEqual(["text", "audio"]);
      expect(messages?.[0]?.text).toBe(textFor(reader));
    }
    const requests = new Map(
      delivery.requests.slice(requestsBefore).map((each) => [each.userId, each]),
    );
    expect(delivery.requests).toHaveLength(requestsBefore + readerCount);
    for (const { id, language, voice, country, categories } of readers) {
      expect(requests.get(id)).toMatchObject({ language, voice, country, categories });
    }
    expect(delivery.provider.uploads).toHaveLength(voiceNotes);

    for (const { id, zone, ...reader } of readers) {
      const [entry, ...older] = await delivery.history(id);
      expect(older).toHaveLength(date === "2037-11-23" ? 0 : 1);
      const at = new Date(`${date}T07:00:00Z`);
      expect(entry).toMatchObject({
        status: "sent",
        content: expect.stringContaining(textFor(reader)),
        date: at.toLocaleDateString("sv-SE", { timeZone: zone }),
        time: reader.hour,
      });
      const due = { userId: id, dueAt: at };
      expect(await delivery.collection("deliveries").countDocuments(due)).toBe(1);
    }
  },
  300_000,
);
