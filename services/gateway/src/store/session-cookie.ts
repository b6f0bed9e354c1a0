import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

/** Size of the cache of verified cookies. With it a signature is checked once. */
const atMost = 10_000;

/** The value of one cookie in a Cookie header (RFC 6265, 5.4), decoded; undefined without it. */
export function cookieNamed(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const start = `${name}=`;
  for (const pair of header.split(";")) {
    const text = pair.trim();
    if (!text.startsWith(start)) continue;
    try {
      return decodeURIComponent(text.slice(start.length));
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/**
 * Reads session ids out of cookies as express-session writes them: "s:", the id, a dot and its HMAC.
 *
 * @param secrets a signature by any of them is valid
 * @returns the id, or undefined when none of the secrets signed it
 */
export function sessionIdReader(secrets: readonly string[]): (value: string) => string | undefined {
  const keys = secrets.map((secret) => createSecretKey(secret, "utf8"));
  const known = new Map<string, string>();
  return (value) => {
    const id = known.get(value);
    if (id !== undefined) return id;
    const dot = value.lastIndexOf(".");
    if (!value.startsWith("s:") || dot < 0) return undefined;
    const claimed = value.slice(2, dot);
    const signature = Buffer.from(value.slice(dot + 1));
    const isOurs = keys.some((key) => {
      const text = createHmac("sha256", key).update(claimed).digest("base64");
      const expected = Buffer.from(text.replace(/=+$/, ""));
      return expected.length === signature.length && timingSafeEqual(expected, signature);
    });
    if (!isOurs) return undefined;
    if (known.size >= atMost) known.clear();
    known.set(value, claimed);
    return claimed;
  };
}
