import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { HttpError, type Words } from "@matinale/kit";
import type { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { tooOften } from "../domain/texts.ts";
import { unavailable } from "./sessions.ts";

/** One log-in that is under way. Exactly one of these is called when its outcome is known. */
interface LoginAttempt {
  succeeded(): Promise<void>;
  /** The password was not compared: the attempt does not count. */
  undecided(): Promise<void>;
}

export interface Throttle {
  /** @throws HttpError TOO_MANY_REQUESTS, SESSION_STORE_UNAVAILABLE */
  login(email: string, address: string): Promise<LoginAttempt>;
}

export interface ThrottleLimits {
  LOGIN_FAILURES_PER_ADDRESS: number;
  LOGIN_FAILURES_PER_ACCOUNT: number;
}

const quarter = 900;

/** One household or office: an IPv4 address, or the /64 that one IPv6 customer gets. */
export function networkOf(address: string | undefined): string {
  const plain = (address ?? "unknown").replace(/^::ffff:(?=\d+\.)/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = tail.split(":").filter((group) => group !== "");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}

/** Counters need no e-mail addresses, and a key of its own for every spelling would be a loophole. */
const accountKey = (email: string): string =>
  createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");

export const tooMany = (words: Words, waitMs: number): HttpError =>
  new HttpError("TOO_MANY_REQUESTS", words, { retryAfter: waitMs / 1000 });

export function createThrottle(redis: Redis, limits: ThrottleLimits): Throttle {
  const limiter = (keyPrefix: string, points: number, duration: number) => ({
    storeClient: redis,
    keyPrefix: `limit:${keyPrefix}`,
    points,
    duration,
    rejectIfRedisNotReady: true,
  });
  const perAccount = limits.LOGIN_FAILURES_PER_ACCOUNT;
  // no memory insurance here: without Redis a log-in cannot succeed anyway
  const byAddress = new RateLimiterRedis(
    limiter("login-address", limits.LOGIN_FAILURES_PER_ADDRESS, quarter),
  );
  const byPair = new RateLimiterRedis(limiter("login-pair", perAccount, quarter));
  // wider than the pair's, so that a stranger cannot lock somebody out with one machine
  const byAccount = new RateLimiterRedis(limiter("login-account", perAccount * 5, quarter));

  const consume = async (counter: RateLimiterRedis, key: string) => {
    try {
      await counter.consume(key);
    } catch (error) {
      throw error instanceof RateLimiterRes
        ? tooMany(tooOften.login, error.msBeforeNext)
        : unavailable(error);
    }
  };

  return {
    login: async (email, address) => {
      const account = accountKey(email);
      const network = networkOf(address);
      const pair = `${account}:${network}`;
      // counted before the password is compared: parallel guesses cannot slip through together
      await consume(byAddress, network);
      await consume(byPair, pair);
      await consume(byAccount, account);
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
