import { expect, test } from "vitest";
import { keyedHash } from "./keyed-hash.ts";

test("equal values have equal hashes; another secret, kind or value has another", () => {
  const hashes = [
    keyedHash("a", "phone", "+33612345678"),
    keyedHash("b", "phone", "+33612345678"),
    keyedHash("a", "email", "+33612345678"),
    keyedHash("a", "phone", "+33612345679"),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(keyedHash("a", "phone", "+33612345678")).toBe(hashes[0]);
  expect(hashes[0]).not.toContain("33612345678");
});
