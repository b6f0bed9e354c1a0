import { expect, test } from "vitest";
import { createRestartWindow } from "./restart-window.ts";

function windowAt() {
  const clock = { now: 1_000 };
  return { clock, restart: createRestartWindow(3_000, () => clock.now) };
}

test("repeats refused connections until the window is over", () => {
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

test("ends the window when a connection succeeds", () => {
  const { clock, restart } = windowAt();
  restart.refused();
  clock.now += 2_900;
  restart.connected();
  expect(restart.isWaiting).toBe(false);
  clock.now += 200;
  expect(restart.refused()).toBe(true);
});

test("starts a new window when a refusal comes long after the last one", () => {
  const { clock, restart } = windowAt();
  restart.refused();
  clock.now += 60_000;
  expect(restart.refused()).toBe(true);
});
