import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ replicas: 2, env: { WHATSAPP_MESSAGES_PER_SECOND: "6" } }),
  (started) => (delivery = started),
);

test("STOP during a spike cancels the queued messages to that phone within a second", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: [] }));
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
