import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { hash, verify } from "@node-rs/argon2";
import { HttpError, counter, histogram } from "@matinale/kit";
import pLimit from "p-limit";
import { texts } from "../../domain/texts.ts";
import { lowerWorkerPriority } from "./worker-priority.ts";

/**
 * OWASP's minimum for Argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
 * Argon2id is the library's default algorithm.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that takes longer has waited for a core: other work has run in that time already. */
const longestPauseMs = 20;

const seconds = histogram("identity_password_hash_seconds");
const refused = counter("identity_password_refused_total");

export interface PasswordLimits {
  /** Hashes computed at the same time; each takes 19 MiB and one thread of libuv's four. */
  atOnce: number;
  /** How many calls may wait; further calls are refused with 503. */
  waiting: number;
}

/**
 * Hashes and checks passwords with bounded concurrency. Each hash is followed by a pause of the same length
 * (20 ms at most), so that many log-ins at once leave half of each core to other requests.
 */
export interface Passwords {
  /** @throws HttpError SERVICE_UNAVAILABLE when too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for an unknown account (`stored` undefined) as for a wrong password.
   *
   * @throws HttpError SERVICE_UNAVAILABLE when too many are waiting
   */
  matches(password: string, stored: string | undefined): Promise<boolean>;
}

/** @param pauseFor  waits for a number of milliseconds; tests override it */
export async function createPasswords(
  limits: PasswordLimits,
  pauseFor: (ms: number) => Promise<unknown> = sleep,
): Promise<Passwords> {
  const unknownAccountHash = await hash(randomBytes(32), cost);
  lowerWorkerPriority();
  const limit = pLimit(limits.atOnce);

  /** Resolves before the pause: only the next call waits for it. */
  const withPause = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      void limit(async () => {
        const began = performance.now();
        await work().then(resolve, reject);
        await pauseFor(Math.min(performance.now() - began, longestPauseMs));
      });
    });

  const bounded = async <T>(operation: "hash" | "check", work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= limits.waiting) {
      refused.inc();
      throw new HttpError("SERVICE_UNAVAILABLE", texts.busy, { retryAfter: 2 });
    }
    const done = seconds.startTimer({ operation });
    try {
      return await withPause(work);
    } finally {
      done();
    }
  };

  return {
    hash: (password) => bounded("hash", () => hash(password, cost)),
    matches: (password, stored) =>
      bounded("check", async () => {
        const same = await verify(stored ?? unknownAccountHash, password);
        return same && stored !== undefined;
      }),
  };
}
