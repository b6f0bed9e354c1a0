import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { type Delivery, partsOf, rank } from "../domain/delivery/delivery.ts";
import { priority } from "../domain/delivery/priority.ts";
import { readyDigest } from "../testing/fixtures.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { tapItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ replicas: 2, env: { WHATSAPP_MESSAGES_PER_SECOND: "6" } }),
  (started) => (delivery = started),
);

test("STOP during a spike cancels the queued messages to that phone within a second", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const readers = await Promise.all(Array.from({ length: 24 }, () => delivery.reader()));
  const digestsTo = (digits: string) =>
    delivery.provider.accepted(digits).filter(({ text }) => text === "Le digest");
  await expect
    .poll(() => readers.every(({ digits }) => delivery.provider.accepted(digits).length >= 2), soon)
    .toBe(true);
  await Promise.all(readers.map(({ id }) => delivery.requestManualDigest(id)));
  await expect
    .poll(() => readers.filter(({ digits }) => digestsTo(digits).length > 0).length, soon)
    .toBeGreaterThan(2);
  const waiting = readers.filter(({ digits }) => digestsTo(digits).length === 0);
  const stopping = waiting.slice(-4);
  expect(stopping).toHaveLength(4);
  const stoppedAt = Date.now();
  const later = new Date(delivery.now().getTime() + 5_000);
  await delivery.postWebhook(...stopping.map(({ digits }) => textItem(digits, "STOP", later)));
  const others = readers.filter((reader) => !stopping.includes(reader));
  await expect
    .poll(() => others.every(({ digits }) => digestsTo(digits).length === 1), {
      ...soon,
      timeout: 30_000,
    })
    .toBe(true);
  for (const { digits, id } of stopping) {
    expect(digestsTo(digits).filter(({ at }) => at > stoppedAt + 1_000)).toEqual([]);
    await expect
      .poll(async () => (await delivery.history(id))[0]?.status, soon)
      .toMatch(/^(skipped|sent)$/);
  }
}, 60_000);

test("a tap during a spike sends its edition within seconds, before most of the editions that are due", async () => {
  const [tapping, ...others] = await Promise.all([1, 2, 3].map(() => delivery.reader()));
  if (tapping === undefined) throw new Error("no reader");
  const edition = ({ id }: typeof tapping, number: number): Delivery => {
    const now = delivery.now();
    const { slot: _slot, ...ready } = readyDigest({ parts: partsOf(1, 0), audio: [] });
    const instants = { plannedFor: now, dueAt: now, createdAt: now, workAt: now };
    return {
      ...ready,
      ...instants,
      _id: `${id}-${number}`,
      userId: id,
      priority: priority.edition,
    };
  };
  const insert = (editions: Delivery[]) =>
    delivery
      .collection("deliveries")
      .insertMany(editions.map((each) => ({ ...each, outbox: [] })) as never[]);
  const editionsTo = ({ digits }: typeof tapping) =>
    delivery.provider.accepted(digits).filter(({ text }) => text === "Le digest");

  const { workAt: _workAt, ...announced } = edition(tapping, 0);
  const template = { form: "template", rank: rank.sent, attempt: 1 } as const;
  await insert([
    { ...announced, awaitingTap: true, parts: { ...announced.parts, template }, phase: "sending" },
  ]);
  const numbers = Array.from({ length: 35 }, (_, number) => number);
  await insert(others.flatMap((reader) => numbers.map((number) => edition(reader, number))));
  const sent = () => others.flatMap(editionsTo).length;
  await expect.poll(sent, soon).toBeGreaterThan(2);
  await delivery.postWebhook(tapItem(tapping.digits, `LISTEN:${announced._id}`, delivery.now()));
  await expect.poll(() => editionsTo(tapping).length, soon).toBe(1);
  // two replicas have 8 each in progress, and each claims a few before the tap is handled
  expect(sent()).toBeLessThan(45);
}, 60_000);
