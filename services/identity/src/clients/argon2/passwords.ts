import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { HttpError, counter, histogram } from "@matinale/kit";
import pLimit from "p-limit";
import { texts } from "../../domain/texts.ts";

/** OWASP's minimum for Argon2id, the library's default (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const seconds = histogram("identity_password_hash_seconds");
const refused = counter("identity_password_refused_total");

/** One core stays free for requests. Each hash takes 19 MiB and one thread of libuv's four; pictures take one more. */
const hashesAtOnce = Math.min(4, Math.max(1, availableParallelism() - 1));

export type Passwords = Awaited<ReturnType<typeof createPasswords>>;

/**
 * @param atOnce   hashes computed at the same time
 * @param waiting  calls that may wait; further ones are refused at once
 * @param waitMs   longest wait. A change of password waits twice within the timeout of the gateway
 */
export async function createPasswords({
  atOnce = hashesAtOnce,
  waiting = 100,
  waitMs = 2_000,
} = {}) {
  const unknownAccountHash = await hash(randomBytes(32), cost);
  const limit = pLimit(atOnce);

  const refuse = (): never => {
    refused.inc();
    throw new HttpError("SERVICE_UNAVAILABLE", texts.busy, { retryAfter: 2 });
  };
  const bounded = async <T>(operation: "hash" | "check", work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) return refuse();
    const since = performance.now();
    const done = seconds.startTimer({ operation });
    const workInTime = () => (performance.now() - since > waitMs ? refuse() : work());
    return limit(workInTime).finally(done);
  };

  return {
    /** @throws HttpError SERVICE_UNAVAILABLE when too many wait, or for too long */
    hash: (password: string): Promise<string> => bounded("hash", () => hash(password, cost)),
    /** Takes as long for an unknown account (`stored` undefined). @throws HttpError SERVICE_UNAVAILABLE */
    matches: (password: string, stored: string | undefined): Promise<boolean> =>
      bounded("check", async () => {
        const same = await verify(stored ?? unknownAccountHash, password);
        return same && stored !== undefined;
      }),
  };
}
