import { expect, test } from "vitest";
import { absoluteMs, expiryOf, idleMs, lifeOf } from "./session-life.ts";

const day = 24 * 60 * 60 * 1000;
const at = (startedAt: number, usedAt: number) => ({
  startedAt,
  expiresAt: expiryOf(startedAt, usedAt),
});

test("does not extend a session before a quarter of its idle time", () => {
  expect(lifeOf(at(0, 0), 0.2 * idleMs)).toBe("live");
  expect(lifeOf(at(0, 0), 0.26 * idleMs)).toBe("renew");
});

test("ends a session after seven idle days", () => {
  expect(lifeOf(at(0, 0), idleMs - 1)).toBe("renew");
  expect(lifeOf(at(0, 0), idleMs)).toBe("ended");
});

test("ends a session after thirty days, without a write for each request near the end", () => {
  expect(expiryOf(0, 29 * day)).toBe(absoluteMs);
  expect(lifeOf(at(0, 28 * day), 29 * day)).toBe("live");
  expect(lifeOf(at(0, 29 * day), absoluteMs)).toBe("ended");
});
