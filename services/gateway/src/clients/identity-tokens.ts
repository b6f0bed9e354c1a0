import { signIdentity } from "@matinale/kit";
import { LRUCache } from "lru-cache";

/** Signs identity tokens for services; a token is reused during the first half of its minute. */
export type IdentityTokens = (subject: string, audience: string) => Promise<string>;

const reuseMs = 30_000;
const atMost = 20_000;

export function createIdentityTokens(secret: string): IdentityTokens {
  const made = new LRUCache<string, Promise<string>>({ max: atMost, ttl: reuseMs });
  return (subject, audience) => {
    const key = `${audience} ${subject}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const token = signIdentity({ subject, audience, secret });
    made.set(key, token);
    return token;
  };
}
