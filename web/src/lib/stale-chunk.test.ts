import { beforeEach, expect, test } from "vitest";
import { isStaleChunk, mayReload } from "./stale-chunk.ts";

beforeEach(() => sessionStorage.clear());

test.each([
  "Failed to fetch dynamically imported module: https://matinale.test/assets/login-1.js",
  "error loading dynamically imported module: https://matinale.test/assets/login-1.js",
  "Importing a module script failed.",
])("« %s » is a stale chunk", (message) => {
  expect(isStaleChunk(new TypeError(message))).toBe(true);
});

test("any other error is not a stale chunk", () => {
  expect(isStaleChunk(new TypeError("cannot read properties of undefined"))).toBe(false);
  expect(isStaleChunk("Failed to fetch dynamically imported module")).toBe(false);
});

test("allows one reload in five minutes", () => {
  expect(mayReload(sessionStorage, 1_000)).toBe(true);
  expect(mayReload(sessionStorage, 200_000)).toBe(false);
  expect(mayReload(sessionStorage, 302_000)).toBe(true);
});
