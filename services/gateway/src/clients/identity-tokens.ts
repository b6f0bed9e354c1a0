import { signIdentity } from "@matinale/kit";
import { LRUCache } from "lru-cache";

export type IdentityTokens = ReturnType<typeof createIdentityTokens>;

const reuseMs = 30_000;
const atMost = 20_000;

/** Signs identity tokens for services; a token is reused during the first half of its minute. */
export function createIdentityTokens(secret: string) {
  const tokens = new LRUCache<string, Promise<string>, { subject: string; audience: string }>({
    max: atMost,
    ttl: reuseMs,
    // the clock by which tokens expire: the default one stands still while a machine is suspended
    perf: Date,
    memoMethod: (_key, _stale, { context }) => signIdentity({ ...context, secret }),
  });
  return (subject: string, audience: string): Promise<string> =>
    tokens.memo(`${audience} ${subject}`, { context: { subject, audience } });
}
