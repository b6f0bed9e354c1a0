import { fileURLToPath } from "node:url";
import { runProgram } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { type Call, statusItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ replicas: 2, at: "2037-11-23T10:00:00Z" }),
  (started) => (delivery = started),
);

const command = fileURLToPath(new URL("../commands/webhook-items.ts", import.meta.url));
const operator = async (...args: string[]) => {
  const { MONGODB_URI, MONGODB_DATABASE } = delivery.config;
  return (await runProgram(command, args, { MONGODB_URI, MONGODB_DATABASE })).stdout;
};

const texts = (digits: string) => delivery.provider.accepted(digits).map(({ text }) => text);
const isRunning = async (as: string) =>
  (await delivery.call("GET /automation/status", { as })).body as { isRunning: boolean };
const later = () => new Date(delivery.now().getTime() + 2_000);
const items = () => delivery.collection("webhook_items").find().toArray();

/** A reader who was sent a digest of one text. */
async function sent() {
  const reader = await delivery.reader();
  await expect.poll(() => texts(reader.digits).length, soon).toBe(2);
  await delivery.requestManualDigest(reader.id);
  await expect.poll(() => texts(reader.digits).length, soon).toBe(3);
  const isDone = async () => (await delivery.deliveryOf(reader.id))?.["phase"];
  await expect.poll(isDone, soon).toBe("done");
  const call = delivery.provider.accepted(reader.digits).at(-1) as Call;
  return { ...reader, call };
}

test("sets aside an item that cannot be processed, and applies the others at once", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const [stops, pauses, reads, invalidSubscriber, invalidDelivery] = (await Promise.all(
    Array.from({ length: 5 }, sent),
  )) as [Sent, Sent, Sent, Sent, Sent];
  // Documents that our code never writes: every item for them throws, each time.
  await delivery
    .collection("subscribers")
    .updateOne({ _id: invalidSubscriber.id as never }, { $set: { "preferences.hours": null } });
  await delivery
    .collection("deliveries")
    .updateOne({ userId: invalidDelivery.id, kind: "digest" }, { $set: { parts: null } });

  await delivery.postWebhook(
    textItem(invalidSubscriber.digits, "PAUSE 3 J", later()),
    textItem(stops.digits, "STOP", later()),
    statusItem(invalidDelivery.call, "read", delivery.now()),
    statusItem(reads.call, "read", delivery.now()),
    textItem(pauses.digits, "PAUSE 3 J", later()),
  );
  const atOnce = { timeout: 8_000, interval: 25 };
  await expect.poll(() => isRunning(stops.id), atOnce).toMatchObject({ isRunning: false });
  await expect.poll(() => isRunning(pauses.id), atOnce).toMatchObject({ isRunning: false });
  await expect.poll(() => delivery.history(reads.id), atOnce).toMatchObject([{ status: "read" }]);
  await expect.poll(() => delivery.collection("webhooks").countDocuments(), atOnce).toBe(0);
  expect((await items()).map(({ kind }) => kind).toSorted()).toEqual(["message", "status"]);
  expect(await operator("list")).toContain("No webhook item is set aside");

  for (let round = 0; round < 4; round += 1) {
    const before = (await items())[0]?.["attempts"];
    delivery.setClock(new Date(delivery.now().getTime() + 400_000).toISOString());
    await delivery.postWebhook({});
    await expect
      .poll(async () => (await items()).map(({ attempts }) => attempts), soon)
      .toEqual([before + 1, before + 1]);
  }
  expect((await items()).filter(({ nextAt }) => nextAt !== undefined)).toEqual([]);
  const metrics = await delivery.metrics();
  for (const kind of ["message", "status"]) {
    const count = `delivery_webhook_items_failed_total{kind="${kind}",outcome="set_aside"} 1`;
    expect(metrics).toContain(count);
  }
  const shown = await operator("list");
  expect(shown).toContain("5 attempts: TypeError");
  expect(shown).not.toContain(invalidSubscriber.digits);
  // One reply each: the retries of other items did not repeat them.
  for (const { digits } of [stops, pauses]) expect(texts(digits)).toHaveLength(4);

  await delivery
    .collection("subscribers")
    .updateOne(
      { _id: invalidSubscriber.id as never },
      { $set: { "preferences.hours": ["08:00"] } },
    );
  expect(await operator("retry", "all")).toContain("2 will be tried again");
  delivery.setClock(new Date(delivery.now().getTime() + 400_000).toISOString());
  await delivery.postWebhook({});
  await expect
    .poll(() => isRunning(invalidSubscriber.id), soon)
    .toMatchObject({ isRunning: false });
  await expect.poll(() => texts(invalidSubscriber.digits).at(-1), soon).toContain("pause jusqu’au");
  expect((await items()).map(({ kind }) => kind)).toEqual(["status"]);
}, 120_000);

type Sent = Awaited<ReturnType<typeof sent>>;

test("ignores messages and statuses for another number of the same app", async () => {
  const { id, digits, call } = await sent();
  const metadata = { display_phone_number: "33700000001", phone_number_id: "42" };
  await delivery.postWebhook(
    { metadata, ...textItem(digits, "STOP", later()) },
    { metadata, ...statusItem(call, "read", delivery.now()) },
    textItem(digits, "AIDE", later()),
  );
  await expect.poll(() => texts(digits).at(-1), soon).toContain("ENCORE");
  await expect.poll(() => delivery.collection("webhooks").countDocuments(), soon).toBe(0);
  expect(await isRunning(id)).toMatchObject({ isRunning: true });
  expect(await delivery.history(id)).toMatchObject([{ status: "sent" }]);
  expect(await delivery.metrics()).toContain("delivery_webhook_items_foreign_total 2");
});
