import { beforeEach, expect, test, vi } from "vitest";
import { PHONE, type Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

let simulator: Running;
simulatorForTests((started) => (simulator = started));
beforeEach(async () => {
  await simulator.setPhone({ windowOpen: true, autoConfirm: false }, PHONE);
  // The limits must have recovered from earlier tests.
  simulator.clock.now += 60_000;
});

const setFaults = (faults: object) => simulator.sim<object>("PUT", "/faults", faults);
const codeOf = async () => (await simulator.sendText("Bonjour")).body.error?.code ?? 0;
const rejectedOf = async (count: number) => {
  const codes: number[] = [];
  for (let sent = 0; sent < count; sent += 50) {
    const batch = Math.min(50, count - sent);
    codes.push(...(await Promise.all(Array.from({ length: batch }, () => codeOf()))));
  }
  return codes.filter((code) => code === 130429).length;
};

test.each([80, 1_000])("accepts exactly %i messages in every second", async (rate) => {
  await setFaults({ messagesPerSecond: rate });
  expect(await rejectedOf(rate / 2)).toBe(0);
  simulator.clock.now += 500;
  expect(await rejectedOf(rate / 2 + 5)).toBe(5);
  simulator.clock.now += 499;
  expect(await rejectedOf(1)).toBe(1);
  simulator.clock.now += 1;
  expect(await rejectedOf(rate / 2 + 1)).toBe(1);
});

test("accepts any number of messages by default", async () => {
  expect(await rejectedOf(60)).toBe(0);
});

test("webhookDelayMs delays webhooks without losing any", async () => {
  expect((await setFaults({ webhookDelayMs: 600 })).body).toEqual({ webhookDelayMs: 600 });
  const from = performance.now();
  await simulator.sendText("Bonjour");
  expect(simulator.receiver.hooks).toEqual([]);
  await vi.waitFor(() => expect(simulator.receiver.statuses()).toHaveLength(2), { timeout: 5_000 });
  expect(performance.now() - from).toBeGreaterThan(590);
});
