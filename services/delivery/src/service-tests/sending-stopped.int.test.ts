import { connectMongo } from "@matinale/kit";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { SenderSwitch } from "../store/sender-switch.ts";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ at: "2037-11-23T06:50:00Z" }),
  (started) => (delivery = started),
);

test("composes digests while sending is stopped, and sends them once it is started", async () => {
  const mongo = await connectMongo(delivery.config);
  const senderSwitch = new SenderSwitch(mongo);
  await senderSwitch.stop("moving to another provider", delivery.now());
  const reader = await delivery.reader();
  const texts = () => delivery.provider.accepted(reader.digits).map(({ text }) => text);

  await expect
    .poll(() => delivery.deliveryOf(reader.id), soon)
    .toMatchObject({ texts: ["Le digest"] });
  delivery.setClock("2037-11-23T07:00:00Z");
  await expect.poll(() => delivery.now().toISOString() > "2037-11-23T07:00:02Z", soon).toBe(true);
  expect(texts()).not.toContain("Le digest");

  await senderSwitch.start();
  await mongo.close();

  await expect.poll(texts, soon).toContain("Le digest");
});
