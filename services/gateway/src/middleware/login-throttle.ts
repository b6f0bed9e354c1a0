import { createHash } from "node:crypto";
import { HttpError } from "@matinale/kit";
import type { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Config } from "../config.ts";
import { tooOften } from "../domain/texts.ts";
import { sessionStoreUnavailable } from "../store/session-index.ts";
import { networkOf } from "./client-network.ts";
import { consume } from "./consume.ts";

/** A log-in in progress. Call exactly one of these when its outcome is known. */
interface LoginAttempt {
  succeeded(): Promise<void>;
  /** The password was not compared: the attempt does not count. */
  undecided(): Promise<void>;
}

export interface LoginThrottle {
  /** @throws HttpError TOO_MANY_REQUESTS, SESSION_STORE_UNAVAILABLE */
  start(email: string, address: string): Promise<LoginAttempt>;
}

const quarterHourSeconds = 900;

/** A hash, so that Redis holds no e-mail address. Upper and lower case give the same key. */
export const accountKey = (email: string): string =>
  createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");

export function createLoginThrottle(redis: Redis, limits: Config): LoginThrottle {
  const limiter = (keyPrefix: string, points: number, duration: number) => ({
    storeClient: redis,
    keyPrefix: `limit:${keyPrefix}`,
    points,
    duration,
    rejectIfRedisNotReady: true,
  });
  const perAccount = limits.LOGIN_FAILURES_PER_ACCOUNT;
  // no fallback in memory: without Redis a log-in cannot succeed anyway
  const byAddress = new RateLimiterRedis(
    limiter("login-address", limits.LOGIN_FAILURES_PER_ADDRESS, quarterHourSeconds),
  );
  const byPair = new RateLimiterRedis(limiter("login-pair", perAccount, quarterHourSeconds));
  // higher than the limit per pair, so that one attacking machine cannot lock a person out
  const byAccount = new RateLimiterRedis(
    limiter("login-account", perAccount * 5, quarterHourSeconds),
  );

  const count = (counter: RateLimiterRedis, key: string) =>
    consume(counter, key, tooOften.login).catch((error: unknown) => {
      throw error instanceof HttpError ? error : sessionStoreUnavailable(error);
    });

  return {
    start: async (email, address) => {
      const account = accountKey(email);
      const network = networkOf(address);
      const pair = `${account}:${network}`;
      // counted before the password is compared, so that parallel guesses count, too
      await count(byAddress, network);
      await count(byPair, pair);
      await count(byAccount, account);
      return {
        succeeded: async () => {
          await Promise.all([
            byAddress.reward(network),
            byPair.delete(pair),
            byAccount.delete(account),
          ]).catch(() => undefined);
        },
        undecided: async () => {
          await Promise.all([
            byAddress.reward(network),
            byPair.reward(pair),
            byAccount.reward(account),
          ]).catch(() => undefined);
        },
      };
    },
  };
}
