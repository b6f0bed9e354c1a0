import { createHmac } from "node:crypto";

/**
 * Recognises personal data without storing it: HMAC-SHA-256 under a secret, so that the database alone is not
 * enough to try all phone numbers.
 *
 * @param kind  such as "email" or "phone": equal values of different kinds have different hashes
 */
export const keyedHash = (secret: string, kind: string, value: string): string =>
  createHmac("sha256", secret).update(`${kind}:${value}`).digest("base64url");
