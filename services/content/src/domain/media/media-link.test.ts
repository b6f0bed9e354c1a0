import { expect, test } from "vitest";
import { mediaLink, isValidMediaLink } from "./media-link.ts";

const secret = "a secret that is long enough for a test";
const key = "ab".repeat(32);
const expires = new Date("2026-11-21T08:30:00Z");
const parts = (link: string) => {
  const url = new URL(link, "http://x");
  return {
    key: url.pathname.slice("/media/".length),
    exp: url.searchParams.get("exp") ?? "",
    sig: url.searchParams.get("sig") ?? "",
  };
};

test("accepts a link until it expires", () => {
  const link = parts(mediaLink(key, expires, secret));
  expect(isValidMediaLink(link, secret, new Date("2026-11-21T08:29:59Z"))).toBe(true);
  expect(isValidMediaLink(link, secret, expires)).toBe(false);
});

test("rejects a link with any part changed", () => {
  const link = parts(mediaLink(key, expires, secret));
  const now = new Date("2026-11-21T08:00:00Z");
  expect(isValidMediaLink({ ...link, key: "cd".repeat(32) }, secret, now)).toBe(false);
  expect(isValidMediaLink({ ...link, exp: "9999999999" }, secret, now)).toBe(false);
  expect(isValidMediaLink({ ...link, sig: "" }, secret, now)).toBe(false);
  expect(isValidMediaLink(link, "another secret", now)).toBe(false);
});
