import { randomUUID } from "node:crypto";
import { record } from "@matinale/bus";
import { asUserId, type UserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { type Delivery, partsOf, rank } from "../domain/delivery/delivery.ts";
import { readyDigest } from "../testing/fixtures.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { tapItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ env: { WHATSAPP_MESSAGES_PER_SECOND: "2000" } }),
  (started) => (delivery = started),
);

const hourMs = 3_600_000;
const shown = (digits: string) => delivery.provider.shown(digits);
const stored = (id: string) => delivery.collection("deliveries").findOne({ _id: id as never });

/** Scheduled editions whose announcements were accepted an hour ago. @returns their ids */
async function announceTo(...userIds: UserId[]): Promise<string[]> {
  const dueAt = new Date(delivery.now().getTime() - hourMs);
  const { slot: _slot, workAt: _workAt, ...ready } = readyDigest();
  const editions = userIds.map((userId): Delivery => {
    const template = { form: "template", rank: rank.sent, attempt: 1, acceptedAt: dueAt } as const;
    return {
      ...ready,
      _id: randomUUID(),
      userId,
      phase: "sending",
      plannedFor: dueAt,
      dueAt,
      createdAt: dueAt,
      audio: [],
      parts: { ...partsOf(1, 0), template },
      awaitingTap: true,
    };
  });
  await delivery
    .collection("deliveries")
    .insertMany(editions.map((edition) => ({ ...edition, outbox: [] })) as never[]);
  return editions.map(({ _id }) => _id);
}

/** A reader to whom an edition was announced while the window was closed. */
async function announced() {
  const reader = await delivery.reader();
  await expect.poll(() => shown(reader.digits).length, soon).toBe(2);
  await delivery.closeWindow(reader.id);
  const [edition = ""] = await announceTo(reader.id);
  const tap = (at = delivery.now()) =>
    delivery.postWebhook(tapItem(reader.digits, `LISTEN:${edition}`, at));
  return { ...reader, edition, tap };
}

test("a tap that arrives a day late leaves the edition waiting, and a fresh tap sends it", async () => {
  const { digits, edition, tap } = await announced();
  await tap(new Date(delivery.now().getTime() - 25 * hourMs));
  const webhooks = () => delivery.collection("webhooks").countDocuments();
  await expect.poll(webhooks, soon).toBe(0);
  await expect.poll(() => stored(edition), soon).toMatchObject({ awaitingTap: true });
  expect(await stored(edition)).not.toHaveProperty("workAt");
  expect(shown(digits)).not.toContain("Le digest");
  await tap();
  await expect.poll(() => shown(digits).at(-1), soon).toBe("Le digest");
});

test("a tap sends an edition whose announcement got no answer and was given up", async () => {
  const { digits, edition, tap } = await announced();
  const failure = { reason: "unknown_outcome", code: 0, at: delivery.now() };
  await delivery.collection("deliveries").updateOne(
    { _id: edition as never },
    {
      $set: {
        "parts.template.rank": rank.sending,
        "parts.template.failure": failure,
        phase: "failed",
        reason: "unknown_outcome",
      },
      $unset: { awaitingTap: 1, "parts.template.acceptedAt": 1 },
    },
  );
  await tap();
  await expect.poll(() => shown(digits).at(-1), soon).toBe("Le digest");
  await expect.poll(() => stored(edition), soon).toMatchObject({ phase: "done" });
});

test("a tap weeks later sends the text at once, without the voice note that the provider has deleted", async () => {
  const { edition, tap, digits } = await announced();
  const { audio } = readyDigest();
  const { voice0 } = partsOf(0, 1);
  await delivery
    .collection("deliveries")
    .updateOne({ _id: edition as never }, { $set: { audio, "parts.voice0": voice0 } });
  await tap();
  await expect.poll(() => shown(digits).at(-1), soon).toBe("Le digest");
  await expect
    .poll(() => stored(edition), soon)
    .toMatchObject({ phase: "failed", reason: "audio_unavailable" });
});

test("a tap on an edition that ended without being sent is answered once", async () => {
  const { id, digits, edition } = await announced();
  await delivery
    .collection("deliveries")
    .updateOne(
      { _id: edition as never },
      { $set: { phase: "failed", reason: "not_composed" }, $unset: { awaitingTap: 1 } },
    );
  const tap = tapItem(digits, `LISTEN:${edition}`, delivery.now());
  await delivery.postWebhook(tap, tap);
  await expect.poll(() => shown(digits).at(-1), soon).toContain("Aucune édition ne vous attend");
  await delivery.postWebhook(tap);
  const webhooks = () => delivery.collection("webhooks").countDocuments();
  await expect.poll(webhooks, soon).toBe(0);
  const replies = { userId: id as never, texts: /Aucune édition/ };
  expect(await delivery.collection("deliveries").countDocuments(replies)).toBe(1);
});

test("a tap sends the announced edition although digests were paused after the announcement", async () => {
  const { digits, tap } = await announced();
  await delivery.sendText(digits, "PAUSE 7");
  await expect.poll(() => shown(digits).at(-1), soon).toContain("pause jusqu’au");
  await tap();
  await expect.poll(() => shown(digits).at(-1), soon).toBe("Le digest");
});

test("after the end of the plan a tap and « Écouter » are answered with the plans, and the edition waits", async () => {
  const { id, digits, edition, tap } = await announced();
  await delivery.publish([
    record("subscription.changed", { userId: id, version: 9n, status: "lapsed", planId: 0 }),
  ]);
  const status = async () => (await delivery.subscriberOf(id)).subscription?.status;
  await expect.poll(status, soon).toBe("lapsed");
  await tap();
  const answers = () => shown(digits).filter((text) => text.includes("Choisissez une formule"));
  await expect.poll(answers, soon).toHaveLength(1);
  await delivery.postWebhook(textItem(digits, "Écouter", delivery.now()));
  await expect.poll(answers, soon).toHaveLength(2);
  expect(await stored(edition)).toMatchObject({ awaitingTap: true });
});

test("« Écouter » that had nothing to release releases no later edition when it arrives again", async () => {
  const { id, digits } = await delivery.reader();
  await expect.poll(() => shown(digits).length, soon).toBe(2);
  const early = textItem(digits, "Écouter", delivery.now());
  await delivery.postWebhook(early);
  await expect.poll(() => shown(digits).length, soon).toBe(3);
  const [edition = ""] = await announceTo(id);
  await delivery.postWebhook(early);
  const webhooks = () => delivery.collection("webhooks").countDocuments();
  await expect.poll(webhooks, soon).toBe(0);
  expect(await stored(edition)).toMatchObject({ awaitingTap: true });
  await delivery.sendText(digits, "Écouter");
  await expect.poll(() => shown(digits).at(-1), soon).toBe("Le digest");
});

test("« ok » after an announcement sends the edition, and is only polite afterwards", async () => {
  const { digits } = await announced();
  await delivery.sendText(digits, "ok");
  await expect.poll(() => shown(digits).at(-1), soon).toBe("Le digest");
  const before = shown(digits).length;
  await delivery.sendText(digits, "d’accord");
  await expect.poll(() => shown(digits).length, soon).toBe(before + 1);
  expect(shown(digits).at(-1)).not.toBe("Le digest");
});

test("200 taps in one webhook call release their editions together, not one after another", async () => {
  const template = await delivery.subscriberOf((await delivery.reader()).id);
  const readers = Array.from({ length: 200 }, (_, index) => ({
    id: asUserId(randomUUID()),
    digits: `3367${String(index).padStart(7, "0")}`,
  }));
  await delivery.collection("subscribers").insertMany(
    readers.map(({ id, digits }) => ({
      ...template,
      _id: id as never,
      channel: { ...template.channel, phone: `+${digits}` },
    })),
  );
  const editions = await announceTo(...readers.map(({ id }) => id));
  await delivery.postWebhook(
    ...readers.map(({ digits }, index) =>
      tapItem(digits, `LISTEN:${editions[index]}`, delivery.now()),
    ),
  );
  const released = async () => {
    const ids = { $in: editions as never[] };
    const found = await delivery.collection("deliveries").find({ _id: ids }).toArray();
    return found.flatMap(({ releasedAt }) => (releasedAt as Date | undefined)?.getTime() ?? []);
  };
  await expect.poll(async () => (await released()).length, soon).toBe(200);
  const at = await released();
  // one after another, each waits 50 ms or more for its write: 10 s
  expect(Math.max(...at) - Math.min(...at)).toBeLessThan(8_000);
});
