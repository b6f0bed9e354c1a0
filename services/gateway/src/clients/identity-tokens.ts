import { signIdentity } from "@matinale/kit";

/** Signs identities for services; a token that lives on for half its minute is used again. */
export type IdentityTokens = (subject: string, audience: string) => Promise<string>;

const reuseMs = 30_000;
const atMost = 20_000;

export function createIdentityTokens(secret: string, now: () => number = Date.now): IdentityTokens {
  const made = new Map<string, { token: Promise<string>; until: number }>();
  return (subject, audience) => {
    const key = `${audience} ${subject}`;
    const known = made.get(key);
    if (known !== undefined && now() < known.until) return known.token;
    const [oldest] = made.keys();
    if (oldest !== undefined && made.size >= atMost) made.delete(oldest);
    const token = signIdentity({ subject, audience, secret });
    // deleted first, so that the map stays in the order of signing
    made.delete(key);
    made.set(key, { token, until: now() + reuseMs });
    return token;
  };
}
