import { setTimeout as pause } from "node:timers/promises";
import { startForTests } from "@matinale/kit/vitest";
import { expect, onTestFinished, test, vi } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(startHarness, (started) => (delivery = started));

const clockIsRight = async () =>
  /^dependency_up\{.*dependency="clock".*\} (\d)$/m.exec(await delivery.metrics())?.[1];
const hourOf = (at: number) =>
  new Date(at).toLocaleTimeString("fr-FR", {
    timeZone: "Europe/Paris",
    hour: "2-digit",
    minute: "2-digit",
  });

test("sends no edition early while its clock is an hour ahead, and goes on when it is right", async () => {
  const inTenMinutes = Date.now() + 600_000;
  const { id, digits } = await delivery.reader({ hours: [hourOf(inTenMinutes)] });
  const phase = async () => (await delivery.deliveryOf(id))?.["phase"];
  await expect.poll(phase, soon).toBe("ready");
  expect(await clockIsRight()).toBe("1");
  // a round that has begun ends before the clock jumps
  await pause(1_000);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  delivery.setClock(new Date().toISOString());
  await pause(3_000);
  expect(delivery.provider.digests(digits)).toEqual([]);
  expect(await clockIsRight()).toBe("0");
  vi.useRealTimers();

  expect(await clockIsRight()).toBe("1");
  delivery.setClock(new Date(inTenMinutes).toISOString());
  await expect.poll(() => delivery.provider.digests(digits), soon).toHaveLength(2);
});
