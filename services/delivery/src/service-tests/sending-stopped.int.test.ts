import { connectMongo } from "@matinale/kit/mongo";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { SenderSwitch } from "../store/sender-switch.ts";
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
  const first = delivery.now();
  await senderSwitch.stop("moving to another provider", first);
  await senderSwitch.stop("moving to another provider", delivery.now());
  expect(await senderSwitch.stopped()).toMatchObject({ stoppedAt: first });
  const reader = await delivery.reader();
  const texts = () => delivery.provider.accepted(reader.digits).map(({ text }) => text);

  await expect
    .poll(() => delivery.deliveryOf(reader.id), soon)
    .toMatchObject({ texts: ["Le digest"] });
  delivery.setClock("2037-11-23T07:00:00Z");
  await expect.poll(() => delivery.now().toISOString() > "2037-11-23T07:00:02Z", soon).toBe(true);
  expect(texts()).not.toContain("Le digest");
  expect(await exported()).toBe("1");

  await senderSwitch.start();
  expect(await exported()).toBe("0");
  await mongo.close();

  await expect.poll(texts, soon).toContain("Le digest");
});
