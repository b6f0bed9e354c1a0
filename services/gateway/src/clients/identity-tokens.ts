import { signIdentity } from "@matinale/kit";
import { LRUCache } from "lru-cache";

export type IdentityTokens = ReturnType<typeof createIdentityTokens>;

const reuseMs = 30_000;
const atMost = 20_000;

/** Signs identity tokens for services; a token is reused during the first half of its minute. */
export function createIdentityTokens(secret: string) {
  const made = new LRUCache<string, Promise<string>>({ max: atMost, ttl: reuseMs });
  return (subject: string, audience: string): Promise<string> => {
    const key = `${audience} ${subject}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const token = signIdentity({ subject, audience, secret });
    made.set(key, token);
    return token;
  };
}
