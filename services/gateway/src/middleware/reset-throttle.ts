import type { resetRequest } from "@matinale/contracts/api";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";
import { consume } from "./consume.ts";
import { accountKey } from "./login-throttle.ts";

/**
 * Counts a request for a new password, for addresses with and without an account alike.
 *
 * @throws HttpError TOO_MANY_REQUESTS
 */
export type ResetThrottle = (
  request: z.infer<typeof resetRequest>,
  address: string,
) => Promise<void>;

const hourSeconds = 3_600;

/** While Redis is down each replica counts for itself. */
export function createResetThrottle(redis: Redis, { RESETS_PER_ACCOUNT }: Config): ResetThrottle {
  const limiter = (name: string, points: number, duration: number) => {
    const count = { keyPrefix: `limit:${name}`, points, duration };
    return new RateLimiterRedis({
      ...count,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(count),
    });
  };
  const byPair = limiter("reset-pair", RESETS_PER_ACCOUNT, hourSeconds);
  // Codes only, so that six digits cannot be guessed by asking for new ones. With a limit for mails from all
  // addresses, strangers could keep a person out; identity limits the mails by their open links.
  const byAccount = limiter("reset-account", RESETS_PER_ACCOUNT * 4, 24 * hourSeconds);
  return async ({ email, by }, address) => {
    const account = accountKey(email);
    await consume(byPair, `${account}:${networkOf(address)}`, tooOften.recovery);
    if (by === "whatsapp") await consume(byAccount, account, tooOften.recovery);
  };
}
