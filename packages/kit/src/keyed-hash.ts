import { createHmac } from "node:crypto";

/**
 * Hash by which personal data is recognised without being stored: HMAC-SHA-256 with a secret key, so that the
 * database alone is not enough to try all phone numbers.
 *
 * @param kind  for example "email" or "phone": equal values of different kinds have different hashes
 */
export const keyedHash = (secret: string, kind: string, value: string): string =>
  createHmac("sha256", secret).update(`${kind}:${value}`).digest("base64url");
