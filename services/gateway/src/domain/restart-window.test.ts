import { expect, test } from "vitest";
import { createRestartWindow } from "./restart-window.ts";

function windowAt() {
  const clock = { now: 1_000 };
  return { clock, restart: createRestartWindow(3_000, () => clock.now) };
}

test("refused connections are tried again until everything was refused for the whole time", () => {
  const { clock, restart } = windowAt();
  expect(restart.isWaiting).toBe(false);
  expect(restart.refused()).toBe(true);
  clock.now += 2_000;
  expect(restart.refused()).toBe(true);
  expect(restart.isWaiting).toBe(true);
  clock.now += 1_000;
  expect(restart.refused()).toBe(false);
  expect(restart.isWaiting).toBe(false);
});

test("a connection that is made ends the outage", () => {
  const { clock, restart } = windowAt();
  restart.refused();
  clock.now += 2_900;
  restart.connected();
  expect(restart.isWaiting).toBe(false);
  clock.now += 200;
  expect(restart.refused()).toBe(true);
});

test("a refusal long after the last one begins another outage", () => {
  const { clock, restart } = windowAt();
  restart.refused();
  clock.now += 60_000;
  expect(restart.refused()).toBe(true);
});
