import type { UserId } from "@matinale/contracts";
import type { Logger } from "@matinale/kit";
import type { Redis } from "ioredis";
import { partsSchema, type Parts } from "../domain/me.ts";

/** The last answers about a person, for the minutes in which a service is away. */
export interface LastKnown {
  /** @param parts a complete answer: none of them failed */
  remember(userId: UserId, parts: Parts): void;
  recall(userId: UserId): Promise<Parts>;
  forget(userId: UserId): Promise<void>;
}

const keepSeconds = 30 * 24 * 60 * 60;
const rewriteMs = 24 * 60 * 60 * 1000;
const atMost = 10_000;

/** One key a person, written only when an answer differs from the last one or a day has gone. */
export function createLastKnown(redis: Redis, logger: Logger): LastKnown {
  const written = new Map<UserId, { text: string; at: number }>();
  const key = (userId: UserId) => `me:${userId}`;
  return {
    remember: (userId, parts) => {
      const text = JSON.stringify(parts);
      const last = written.get(userId);
      if (last?.text === text && Date.now() - last.at < rewriteMs) return;
      const [oldest] = written.keys();
      if (oldest !== undefined && written.size >= atMost) written.delete(oldest);
      written.set(userId, { text, at: Date.now() });
      redis.set(key(userId), text, "EX", keepSeconds).catch((error: unknown) => {
        written.delete(userId);
        logger.warn({ err: error }, "the last known answer was not kept");
      });
    },
    recall: async (userId) => {
      const text = await redis.get(key(userId));
      return text === null ? {} : partsSchema.parse(JSON.parse(text));
    },
    forget: async (userId) => {
      written.delete(userId);
      await redis.del(key(userId));
    },
  };
}
