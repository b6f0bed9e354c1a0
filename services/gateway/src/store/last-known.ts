import type { UserId } from "@matinale/contracts";
import type { Logger } from "@matinale/kit";
import type { Redis } from "ioredis";
import { rememberedSchema, type Parts } from "../domain/me.ts";
import { idleMs, orUnavailable } from "./session-index.ts";

/** Longer than any call: a response in flight must not store the data of an erased person again. */
const goneSeconds = 60;
const setUnlessGone = `if redis.call("exists", KEYS[2]) == 0 then
  redis.call("set", KEYS[1], ARGV[1], "EX", ARGV[2])
end`;
/** As long as an idle session; a log-out does not shorten it: the parts hold no name, address or number. */
const keepSeconds = idleMs / 1000;

/**
 * The last known parts of /api/me, used while a service is down. Phone numbers and e-mail addresses are not stored.
 * One key for each person. Every function but `remember` throws HttpError SESSION_STORE_UNAVAILABLE.
 */
export function createLastKnown(redis: Redis, logger: Logger) {
  const key = (userId: UserId) => `me:${userId}`;
  const goneKey = (userId: UserId) => `gone:${userId}`;
  return {
    /** @param parts of a complete response: no service failed */
    remember: (userId: UserId, parts: Parts): void => {
      const text = JSON.stringify(rememberedSchema.parse(parts));
      redis
        .eval(setUnlessGone, 2, key(userId), goneKey(userId), text, keepSeconds)
        .catch((error: unknown) => {
          logger.warn({ err: error }, "storing the last known parts of /api/me failed");
        });
    },
    recall: async (userId: UserId): Promise<Parts> => {
      const text = await orUnavailable(redis.get(key(userId)));
      return text === null ? {} : rememberedSchema.parse(JSON.parse(text));
    },
    /** Deletes the parts of an erased person, and refuses to store responses that are still in flight. */
    forget: async (userId: UserId): Promise<void> => {
      await orUnavailable(redis.set(goneKey(userId), "1", "EX", goneSeconds));
      await orUnavailable(redis.del(key(userId)));
    },
  };
}
