import { expect, test } from "vitest";
import { createBridge } from "./bridge.ts";

function bridgeAt() {
  const clock = { now: 1_000 };
  return { clock, bridge: createBridge(3_000, () => clock.now) };
}

test("refused connections are tried again until everything was refused for the whole time", () => {
  const { clock, bridge } = bridgeAt();
  expect(bridge.isWaiting).toBe(false);
  expect(bridge.refused()).toBe(true);
  clock.now += 2_000;
  expect(bridge.refused()).toBe(true);
  expect(bridge.isWaiting).toBe(true);
  clock.now += 1_000;
  expect(bridge.refused()).toBe(false);
  expect(bridge.isWaiting).toBe(false);
});

test("a connection that is made ends the outage", () => {
  const { clock, bridge } = bridgeAt();
  bridge.refused();
  clock.now += 2_900;
  bridge.connected();
  expect(bridge.isWaiting).toBe(false);
  clock.now += 200;
  expect(bridge.refused()).toBe(true);
});

test("a refusal long after the last one begins another outage", () => {
  const { clock, bridge } = bridgeAt();
  bridge.refused();
  clock.now += 60_000;
  expect(bridge.refused()).toBe(true);
});
