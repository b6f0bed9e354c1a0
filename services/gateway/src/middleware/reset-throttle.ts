import type { resetRequest } from "@matinale/contracts/api";
import type { Redis } from "ioredis";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";
import { consume, sharedLimiter } from "./rate-limits.ts";
import { accountKey } from "./login-throttle.ts";

const hourSeconds = 3_600;

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
