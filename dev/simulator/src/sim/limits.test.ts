import { beforeEach, describe, expect, test, vi } from "vitest";
import { PHONE, type Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

const OTHER = "33639985678";

let simulator: Running;
simulatorForTests((started) => (simulator = started));
beforeEach(async () => {
  for (const digits of [PHONE, OTHER]) {
    await simulator.setPhone({ windowOpen: true, autoConfirm: false }, digits);
  }
  // The limits must have recovered from earlier tests.
  simulator.clock.now += 60_000;
});

const setFaults = (faults: object) => simulator.sim<object>("PUT", "/faults", faults);
const codeOf = async (more: object = {}) =>
  (await simulator.sendText("Bonjour", more)).body.error?.code ?? 0;
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
  expect(await rejectedOf(rate + 5)).toBe(5);
  simulator.clock.now += 999;
  expect(await rejectedOf(1)).toBe(1);
  simulator.clock.now += 1;
  expect(await rejectedOf(rate + 1)).toBe(1);
});

describe("one phone", () => {
  test("accepts a burst, then one message every six seconds", async () => {
    await setFaults({ pairBurst: 45 });
    const codes = [];
    for (let sent = 0; sent < 47; sent += 1) codes.push(await codeOf());
    expect(codes.slice(0, 45).every((code) => code === 0)).toBe(true);
    expect(codes.slice(45)).toEqual([131056, 131056]);
    expect(await codeOf({ to: OTHER })).toBe(0);
    simulator.clock.now += 5_999;
    expect(await codeOf()).toBe(131056);
    simulator.clock.now += 1;
    expect([await codeOf(), await codeOf()]).toEqual([0, 131056]);
  });

  test("accepts any number of messages by default", async () => {
    const codes = await Promise.all(Array.from({ length: 60 }, () => codeOf()));
    expect(new Set(codes)).toEqual(new Set([0]));
  });
});

test("webhookDelayMs delays webhooks without losing any", async () => {
  expect((await setFaults({ webhookDelayMs: 600 })).body).toEqual({ webhookDelayMs: 600 });
  const from = performance.now();
  await simulator.sendText("Bonjour");
  expect(simulator.receiver.hooks).toEqual([]);
  await vi.waitFor(() => expect(simulator.receiver.statuses()).toHaveLength(2), { timeout: 5_000 });
  expect(performance.now() - from).toBeGreaterThan(590);
});

test("counts calls by kind, outcome and code", async () => {
  await codeOf();
  await setFaults({ code: 131026, times: 2 });
  expect([await codeOf(), await codeOf(), await codeOf()]).toEqual([131026, 131026, 0]);
  expect((await simulator.sim("GET", "/count")).body).toEqual({
    accepted: { message: 2 },
    refused: { message: 2 },
    byCode: { 131026: 2 },
  });
  const later = await simulator.sim("GET", `/count?since=${simulator.clock.now + 1}`);
  expect(later.body).toEqual({ accepted: {}, refused: {}, byCode: {} });
});
