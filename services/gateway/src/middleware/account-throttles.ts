import { createHash } from "node:crypto";
import type { resetRequest } from "@matinale/contracts/api";
import { HttpError } from "@matinale/kit";
import type { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { tooOften } from "../domain/texts.ts";
import { sessionStoreUnavailable } from "../store/session-index.ts";
import { networkOf } from "./client-network.ts";
import { consume, sharedLimiter } from "./rate-limits.ts";

const quarterHourSeconds = 900;
const hourSeconds = 3_600;

/** A hash, so that Redis holds no e-mail address. Upper and lower case give the same key. */
const accountKey = (email: string): string =>
  createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");

const isWrongPassword = (error: unknown): boolean =>
  error instanceof HttpError && ["INVALID_CREDENTIALS", "WRONG_PASSWORD"].includes(error.code);

export function createLoginThrottle(redis: Redis, limits: Config) {
  // no fallback in memory: without Redis a log-in cannot succeed anyway
  const limiter = (name: string, points: number) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `limit:${name}`,
      points,
      duration: quarterHourSeconds,
      rejectIfRedisNotReady: true,
    });
  const perAccount = limits.LOGIN_FAILURES_PER_ACCOUNT;
  const byAddress = limiter("login-address", limits.LOGIN_FAILURES_PER_ADDRESS);
  const byPair = limiter("login-pair", perAccount);
  // higher than the limit per pair, so that one attacking machine cannot lock a person out
  const byAccount = limiter("login-account", perAccount * 5);

  const count = (counter: RateLimiterRedis, key: string) =>
    consume(counter, key, tooOften.login).catch((error: unknown) => {
      throw error instanceof HttpError ? error : sessionStoreUnavailable(error);
    });
  const quietly = async (work: Promise<unknown>[]): Promise<void> => {
    await Promise.all(work).catch(() => undefined);
  };

  const keysOf = (email: string, address: string) => {
    const account = accountKey(email);
    const network = networkOf(address);
    return { account, network, pair: `${account}:${network}` };
  };
  const forget = ({ account, pair }: ReturnType<typeof keysOf>) => [
    byPair.delete(pair),
    byAccount.delete(account),
  ];

  /**
   * Limits how often a password may be guessed.
   *
   * An attempt that is refused here does not count either: a device that repeats one account's wrong password must not
   * use up the attempts of its whole network.
   *
   * @param comparePassword  throws INVALID_CREDENTIALS or WRONG_PASSWORD for a wrong password; after any other error
   *                         the password was not compared, and the attempt does not count
   * @throws HttpError TOO_MANY_REQUESTS, SESSION_STORE_UNAVAILABLE, and what `comparePassword` throws
   */
  const loginThrottle = async <T>(
    email: string,
    address: string,
    comparePassword: () => Promise<T>,
  ): Promise<T> => {
    const keys = keysOf(email, address);
    const attempt = [
      [byAddress, keys.network],
      [byPair, keys.pair],
      [byAccount, keys.account],
    ] as const;
    const counted: (typeof attempt)[number][] = [];
    try {
      // counted before the password is compared, so that parallel guesses count, too
      for (const one of attempt) {
        await count(...one);
        counted.push(one);
      }
      const result = await comparePassword();
      await quietly([byAddress.reward(keys.network), ...forget(keys)]);
      return result;
    } catch (error) {
      if (!isWrongPassword(error)) {
        await quietly(counted.map(([limiter, key]) => limiter.reward(key)));
      }
      throw error;
    }
  };
  /** After a reset: a person who has forgotten the password may have tried many, and logs in with the new one now. */
  const forgetFailedLogins = (email: string, address: string): Promise<void> =>
    quietly(forget(keysOf(email, address)));
  return { loginThrottle, forgetFailedLogins };
}

/** While Redis is down each replica counts for itself. */
export function createResetThrottle(redis: Redis, { RESETS_PER_ACCOUNT: points }: Config) {
  const byPair = sharedLimiter(redis, { name: "reset-pair", points, duration: hourSeconds });
  // Codes only, so that six digits cannot be guessed by asking for new ones. With a limit for mails from all
  // addresses, other people could keep a person out; identity limits the mails by their open links.
  const byAccount = sharedLimiter(redis, {
    name: "reset-account",
    points: points * 4,
    duration: 24 * hourSeconds,
  });
  /** Counts a request for a new password, with or without an account. @throws HttpError TOO_MANY_REQUESTS */
  return async ({ email, by }: z.infer<typeof resetRequest>, address: string): Promise<void> => {
    const account = accountKey(email);
    await consume(byPair, `${account}:${networkOf(address)}`, tooOften.recovery);
    if (by === "whatsapp") await consume(byAccount, account, tooOften.recovery);
  };
}
