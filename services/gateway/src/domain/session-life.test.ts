import { expect, test } from "vitest";
import { absoluteMs, expiryOf, idleMs, lifeOf } from "./session-life.ts";

const day = 24 * 60 * 60 * 1000;
const at = (startedAt: number, usedAt: number) => ({
  startedAt,
  expiresAt: expiryOf(startedAt, usedAt),
});

test("a fresh session is not written again until a quarter of its idle time has gone", () => {
  expect(lifeOf(at(0, 0), 0.2 * idleMs)).toBe("live");
  expect(lifeOf(at(0, 0), 0.26 * idleMs)).toBe("renew");
});

test("seven days of silence end it", () => {
  expect(lifeOf(at(0, 0), idleMs - 1)).toBe("renew");
  expect(lifeOf(at(0, 0), idleMs)).toBe("ended");
});

test("thirty days end it, however busy it is, without a write per request near the end", () => {
  expect(expiryOf(0, 29 * day)).toBe(absoluteMs);
  expect(lifeOf(at(0, 28 * day), 29 * day)).toBe("live");
  expect(lifeOf(at(0, 29 * day), absoluteMs)).toBe("ended");
});
