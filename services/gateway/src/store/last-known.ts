import type { UserId } from "@matinale/contracts";
import { recentlyUsed, type Logger } from "@matinale/kit";
import type { Redis } from "ioredis";
import { rememberedSchema, type Parts } from "../domain/me.ts";
import { idleMs } from "../domain/session-life.ts";

/**
 * The last answers about a person, for the minutes in which a service is away. Phone numbers and e-mail
 * addresses are not kept.
 */
export interface LastKnown {
  /** @param parts a complete answer: none of them failed */
  remember(userId: UserId, parts: Parts): void;
  recall(userId: UserId): Promise<Parts>;
  /** The person has logged out everywhere. */
  drop(userId: UserId): Promise<void>;
  /** The person is erased: what is on its way is not kept either. */
  forget(userId: UserId): Promise<void>;
}

/** An answer on its way when a person is erased must not bring them back: longer than any call takes. */
const goneSeconds = 60;
const setUnlessGone = `if redis.call("exists", KEYS[2]) == 0 then
  redis.call("set", KEYS[1], ARGV[1], "EX", ARGV[2])
end`;
/** As long as a session lives in silence. */
const keepSeconds = idleMs / 1000;
const rewriteMs = 60 * 60 * 1000;
const atMost = 10_000;

/** One key a person, written only when an answer differs from the last one or an hour has gone. */
export function createLastKnown(redis: Redis, logger: Logger): LastKnown {
  const written = recentlyUsed<string>(atMost, rewriteMs);
  const key = (userId: UserId) => `me:${userId}`;
  const goneKey = (userId: UserId) => `gone:${userId}`;
  return {
    remember: (userId, parts) => {
      const text = JSON.stringify(rememberedSchema.parse(parts));
      if (written.get(userId) === text) return;
      written.set(userId, text);
      redis
        .eval(setUnlessGone, 2, key(userId), goneKey(userId), text, keepSeconds)
        .catch((error: unknown) => {
          written.delete(userId);
          logger.warn({ err: error }, "storing the last known answer failed");
        });
    },
    recall: async (userId) => {
      const text = await redis.get(key(userId));
      return text === null ? {} : rememberedSchema.parse(JSON.parse(text));
    },
    drop: async (userId) => {
      written.delete(userId);
      await redis.del(key(userId));
    },
    forget: async (userId) => {
      written.delete(userId);
      await redis.set(goneKey(userId), "1", "EX", goneSeconds);
      await redis.del(key(userId));
    },
  };
}
