import { createHash } from "node:crypto";
import { asUserId, retention, type UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import type { Redis } from "ioredis";
import { z } from "zod";
import type { Device } from "../domain/device.ts";
import { texts } from "../domain/texts.ts";

/** A session as its owner sees it. */
interface ListedSession {
  /** A hash of the session's id, which itself would open the session. */
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  device: Device;
  current: boolean;
}

const day = 24 * 60 * 60 * 1000;
/** A session ends after this idle time, and after the absolute time in any case. Milliseconds. */
export const idleMs = retention.sessionIdleDays * day;
export const absoluteMs = retention.sessionDays * day;

/**
 * Sessions that one person can have at the same time. This is more than one person has browsers and devices, and few
 * enough to read or delete all of them with one command of Redis. Without a limit one account could fill the memory
 * of Redis by logging in again and again. Redis then refuses every write (`noeviction`), and all log-ins fail.
 */
export const sessionsAtMost = 50;

export const sessionStoreUnavailable = (cause: unknown): HttpError =>
  new HttpError("SESSION_STORE_UNAVAILABLE", texts.sessionUnknown, {
    retryAfter: 5,
    cause,
  });

export const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw sessionStoreUnavailable(error);
  });

const listedId = (sessionId: string): string =>
  createHash("sha256").update(sessionId).digest("base64url").slice(0, 22);

const storedSession = z.object({
  userId: z.string().transform(asUserId),
  startedAt: z.number(),
  device: z.object({ browser: z.string(), system: z.string() }).partial(),
});

export const sessionPrefix = "session:";
/** Sorted set of the ids of a person's sessions, scored by the instants at which they end in any case. */
const indexOf = (userId: UserId) => `session-ids:${userId}`;

/** Stores the sessions, and which ones each person has. Every function throws HttpError SESSION_STORE_UNAVAILABLE. */
export function createSessionIndex(redis: Redis) {
  const idsOf = (userId: UserId) => orUnavailable(redis.zrange(indexOf(userId), "0", "-1"));

  const remove = async (userId: UserId, ...ids: string[]): Promise<number> => {
    if (ids.length === 0) return 0;
    // One transaction: a session that is stored again between the two commands would work without being listed. Not the
    // whole index: another session may have begun meanwhile.
    const removed = redis
      .multi()
      .del(...ids.map((id) => sessionPrefix + id))
      .zrem(indexOf(userId), ...ids)
      .exec();
    const [[, deleted] = []] = (await orUnavailable(removed)) ?? [];
    return Number(deleted);
  };

  /**
   * Ends the oldest sessions of a person who has more than `sessionsAtMost`. Every log-in calls it after it has
   * listed its own session. Of log-ins side by side, the one that is listed last sees the sessions of all the
   * others, so no more than the limit are left.
   */
  const endOldest = async (userId: UserId): Promise<void> => {
    const ids = await idsOf(userId);
    if (ids.length <= sessionsAtMost) return;
    const stored = await orUnavailable(redis.mget(ids.map((id) => sessionPrefix + id)));
    // the index also lists sessions that ended by themselves: they must not take the place of one that works
    const live = ids.filter((_id, place) => stored[place] !== null);
    const kept = new Set(live.slice(-sessionsAtMost));
    await remove(userId, ...ids.filter((id) => !kept.has(id)));
  };

  const read = async (id: string, current: string): Promise<ListedSession[]> => {
    const key = sessionPrefix + id;
    const [text, expiresAt] = await Promise.all([redis.get(key), redis.pexpiretime(key)]);
    if (text === null) return [];
    const { startedAt, device } = storedSession.parse(JSON.parse(text));
    // each request sets the time to live to the idle time
    const lastSeenAt = new Date(Math.max(startedAt, expiresAt - idleMs));
    const createdAt = new Date(startedAt);
    return [{ id: listedId(id), createdAt, lastSeenAt, device, current: id === current }];
  };

  return {
    /**
     * Stores and lists a new session. When the person then has more than `sessionsAtMost`, their oldest ones end.
     *
     * @param text  the session as JSON
     */
    add: async (id: string, text: string): Promise<void> => {
      const { userId, startedAt } = storedSession.parse(JSON.parse(text));
      const index = indexOf(userId);
      // one transaction: otherwise a session could be deleted before it is stored, and then work without being listed
      const added = redis
        .multi()
        .set(sessionPrefix + id, text, "PX", idleMs)
        .zremrangebyscore(index, 0, startedAt)
        .zadd(index, startedAt + absoluteMs, id)
        .pexpire(index, absoluteMs)
        .exec();
      await orUnavailable(added);
      await endOldest(userId);
    },
    /** Ends sessions. @returns how many had not ended before */
    remove,
    removeAll: async (userId: UserId): Promise<void> => {
      await remove(userId, ...(await idsOf(userId)));
    },
    list: async (userId: UserId, current: string): Promise<ListedSession[]> => {
      const ids = await idsOf(userId);
      const found = await orUnavailable(Promise.all(ids.map((id) => read(id, current))));
      return found.flat().toSorted((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime());
    },
    /** The session with this id of a `ListedSession`. */
    find: async (userId: UserId, id: string): Promise<string | undefined> =>
      (await idsOf(userId)).find((each) => listedId(each) === id),
  };
}
