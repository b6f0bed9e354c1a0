import { createHmac, timingSafeEqual } from "node:crypto";

export const hmacOf = (algorithm: "sha256" | "sha512", bytes: Uint8Array, key: string): string =>
  createHmac(algorithm, key).update(bytes).digest("hex");

/** Compares in constant time, so that the time shows nothing about the expected text. */
export function sameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
