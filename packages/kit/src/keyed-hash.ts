import { createHmac } from "node:crypto";

/**
 * Recognises a personal datum without keeping it: HMAC-SHA-256 under a secret, so that whoever reads the
 * database alone cannot try all numbers there are.
 *
 * @param kind  keeps apart what could be written alike, such as "email" and "phone"
 */
export const keyedHash = (secret: string, kind: string, value: string): string =>
  createHmac("sha256", secret).update(`${kind}:${value}`).digest("base64url");
