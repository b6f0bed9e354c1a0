import { connectMongo } from "@matinale/kit/mongo";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { allSenders, SenderSwitch } from "../store/sender-switch.ts";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ at: "2037-11-23T06:50:00Z" }),
  (started) => (delivery = started),
);

const exported = async () =>
  /^delivery_sending_stopped(?:\{.*\})? (\d)$/m.exec(await delivery.metrics())?.[1];

test("composes digests while sending is stopped, and sends them once it is started", async () => {
  const mongo = await connectMongo(delivery.config);
  const senderSwitch = new SenderSwitch(mongo);
  await senderSwitch.stop(allSenders, "moving to another provider", delivery.now());
  const reader = await delivery.reader();
  const texts = () => delivery.provider.accepted(reader.digits).map(({ text }) => text);

  await expect
    .poll(() => delivery.deliveryOf(reader.id), soon)
    .toMatchObject({ texts: ["Le digest"] });
  delivery.setClock("2037-11-23T07:00:00Z");
  await expect.poll(() => delivery.now().toISOString() > "2037-11-23T07:00:02Z", soon).toBe(true);
  expect(texts()).not.toContain("Le digest");
  expect(await exported()).toBe("1");

  await senderSwitch.start(allSenders);
  expect(await exported()).toBe("0");
  await mongo.close();

  await expect.poll(texts, soon).toContain("Le digest");
});

test("stops one sender: the messages of this sender wait, those of another are sent", async () => {
  const mongo = await connectMongo(delivery.config);
  const senderSwitch = new SenderSwitch(mongo);
  const sender = delivery.config["WHATSAPP_PHONE_NUMBER_ID"] as string;
  const reader = await delivery.reader();
  await expect.poll(() => delivery.provider.accepted(reader.digits).length, soon).toBe(2);

  await senderSwitch.stop("another number", "number is banned", delivery.now());
  await delivery.requestManualDigest(reader.id);
  const digests = () =>
    delivery.provider.accepted(reader.digits).filter(({ text }) => text === "Le digest").length;
  await expect.poll(digests, soon).toBe(1);

  const manual = (phase: string) => () =>
    delivery
      .collection("deliveries")
      .countDocuments({ userId: reader.id as never, manual: true, phase });
  await expect.poll(manual("done"), soon).toBe(1);

  const first = delivery.now();
  await senderSwitch.stop(sender, "number is banned", first);
  await senderSwitch.stop(sender, "number is banned", delivery.now());
  expect(await senderSwitch.stopped(sender)).toMatchObject({ stoppedAt: first });
  await delivery.requestManualDigest(reader.id);
  await expect.poll(manual("ready"), soon).toBe(1);
  expect(digests()).toBe(1);
  await senderSwitch.start(sender);
  await expect.poll(digests, soon).toBe(2);
  await mongo.close();
});
