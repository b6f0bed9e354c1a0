import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { retention, type UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { RedisStore } from "connect-redis";
import type { CookieOptions, Request, RequestHandler, Response } from "express";
import session from "express-session";
import type { Redis } from "ioredis";
import { z } from "zod";
import { deviceOf, type Device } from "../domain/device.ts";
import { texts } from "../domain/texts.ts";

declare module "express-session" {
  interface SessionData {
    userId: UserId;
    /** Instant of log-in, in milliseconds since the epoch. */
    startedAt: number;
    /** Absent in sessions from before it was recorded. */
    device?: Device;
  }
}

/** A session as its owner sees it. Instants in milliseconds since the epoch. */
export interface ListedSession {
  /** A hash of the session's id, which itself would open the session. */
  id: string;
  createdAt: number;
  lastSeenAt: number;
  device: Device;
  /** The session of the call. */
  current: boolean;
}

export interface Sessions {
  /**
   * Loads the session of the cookie into req.session. Without a signed cookie Redis is not read.
   *
   * @throws HttpError SESSION_STORE_UNAVAILABLE
   */
  load: RequestHandler;
  /**
   * Sets req.userId from the loaded session.
   *
   * @throws HttpError UNAUTHENTICATED when there is none
   */
  requireUser(req: Request, res: Response): Promise<void>;
  /** Signs a person in under a new session id. The session is stored when this resolves. */
  start(req: Request, userId: UserId): Promise<void>;
  /**
   * Deletes the loaded session, so that no copy of the cookie works any more. Without one it does nothing.
   *
   * @returns the person, when this was their last session
   */
  end(req: Request, res: Response): Promise<UserId | undefined>;
  /** The sessions of the signed-in person, the last used first. Reads only their own keys. */
  list(req: Request): Promise<ListedSession[]>;
  /** Ends one session of the signed-in person. @returns false when they have no such session */
  endOne(req: Request, id: string): Promise<boolean>;
  /**
   * Ends the loaded session when it began before the password changed: the gateway may have stopped between
   * the change and `endAll`.
   *
   * @returns whether it did
   */
  endBefore(req: Request, res: Response, passwordChangedAt: Date | null): Promise<boolean>;
  /** Ends every session of a person, on all devices. */
  endAll(userId: UserId): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
/** A session ends after this idle time, and after the absolute time in any case. Milliseconds. */
export const idleMs = retention.sessionIdleDays * day;
export const absoluteMs = retention.sessionDays * day;

/** Two machines' clocks differ by less. Milliseconds. */
const clockSkewMs = 60_000;

/** The `__Host-` prefix limits the cookie to this host; it needs https (RFC 6265bis, 4.1.3.2). */
export const sessionCookieName = (secure: boolean): string =>
  secure ? "__Host-matinale" : "matinale";

export const sessionStoreUnavailable = (cause: unknown): HttpError =>
  new HttpError("SESSION_STORE_UNAVAILABLE", texts.sessionUnknown, {
    retryAfter: 5,
    cause,
  });

const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw sessionStoreUnavailable(error);
  });

const listedId = (sessionId: string): string =>
  createHash("sha256").update(sessionId).digest("base64url").slice(0, 22);

/** What express-session stores. */
const storedSession = z.object({
  startedAt: z.number(),
  device: z.object({ browser: z.string(), system: z.string() }).partial().default({}),
});

const prefix = "session:";
/** Sorted set of the ids of a person's sessions, scored by the instants at which they end in any case. */
const indexOf = (userId: UserId) => `session-ids:${userId}`;
/** Set that earlier versions wrote; it expires by itself. */
const formerIndexOf = (userId: UserId) => `sessions-by-end:${userId}`;

/**
 * Sessions in Redis behind a signed, host-only cookie. Each request extends its session; the cookie lives as long
 * as a session can.
 *
 * @param options.secure  the app is reached by https
 * @param options.secrets the first signs, all are accepted
 */
export function createSessions(options: {
  redis: Redis;
  secrets: string[];
  secure: boolean;
}): Sessions {
  const { redis, secrets, secure } = options;
  const name = sessionCookieName(secure);
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure } satisfies CookieOptions;
  const client = {
    // reads and extends with one command, which never restores a session that was deleted
    get: (key: string) => redis.getex(key, "EX", idleMs / 1000),
    set: (key: string, value: string) => redis.set(key, value, "PX", idleMs),
    del: (keys: string[]) => redis.del(keys),
  };
  const middleware = session({
    name,
    secret: secrets,
    store: new RedisStore({ client, prefix, disableTouch: true }),
    resave: false,
    saveUninitialized: false,
    proxy: true,
    cookie: { ...cookie, maxAge: absoluteMs },
  });

  const load: RequestHandler = (req, res, next) => {
    // TLS ends in front of the gateway; without this header express-session sets no Secure cookie
    if (secure) req.headers["x-forwarded-proto"] = "https";
    middleware(req, res, (error?: unknown) =>
      next(error === undefined ? undefined : sessionStoreUnavailable(error)),
    );
  };

  const end: Sessions["end"] = async (req, res) => {
    const { session, sessionID } = req;
    const { userId } = session;
    res.clearCookie(name, cookie);
    if (userId === undefined) return undefined;
    await orUnavailable(promisify(session.destroy.bind(session))());
    const index = indexOf(userId);
    await orUnavailable(redis.zrem(index, sessionID));
    const others = await orUnavailable(redis.zrange(index, "0", "-1"));
    if (others.length === 0) return userId;
    // the index also lists sessions that ended by themselves
    const live = await orUnavailable(redis.exists(...others.map((id) => prefix + id)));
    return live === 0 ? userId : undefined;
  };

  const idsOf = (userId: UserId) => orUnavailable(redis.zrange(indexOf(userId), "0", "-1"));

  return {
    load,
    end,
    list: async (req) => {
      const ids = await idsOf(req.userId);
      const now = Date.now();
      const read = ids.map(async (id): Promise<ListedSession[]> => {
        const key = prefix + id;
        const [text, leftMs] = await Promise.all([redis.get(key), redis.pttl(key)]);
        if (text === null) return [];
        const { startedAt, device } = storedSession.parse(JSON.parse(text));
        // each request sets the time to live to the idle time
        const lastSeenAt = Math.max(startedAt, now - (idleMs - leftMs));
        const current = id === req.sessionID;
        return [{ id: listedId(id), createdAt: startedAt, lastSeenAt, device, current }];
      });
      const found = (await orUnavailable(Promise.all(read))).flat();
      return found.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);
    },
    endOne: async (req, id) => {
      const ids = await idsOf(req.userId);
      const sessionId = ids.find((each) => listedId(each) === id);
      if (sessionId === undefined) return false;
      const deleted = await orUnavailable(redis.del(prefix + sessionId));
      await orUnavailable(redis.zrem(indexOf(req.userId), sessionId));
      return deleted === 1;
    },
    endBefore: async (req, res, passwordChangedAt) => {
      const { startedAt = 0 } = req.session;
      const isOld =
        passwordChangedAt !== null && startedAt + clockSkewMs < passwordChangedAt.getTime();
      if (isOld) await end(req, res);
      return isOld;
    },
    requireUser: async (req, res) => {
      const { userId, startedAt = 0 } = req.session;
      if (userId === undefined) throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
      if (Date.now() >= startedAt + absoluteMs) {
        await end(req, res);
        throw new HttpError("UNAUTHENTICATED", texts.sessionEnded);
      }
      req.userId = userId;
    },
    start: async (req, userId) => {
      const { session } = req;
      await orUnavailable(promisify(session.regenerate.bind(session))());
      const now = Date.now();
      req.session.userId = userId;
      req.session.startedAt = now;
      req.session.device = deviceOf(req.headers["user-agent"]);
      // list the session before it is stored, so that endAll cannot miss it
      const index = indexOf(userId);
      const listed = redis
        .multi()
        .zremrangebyscore(index, 0, now)
        .zadd(index, now + absoluteMs, req.sessionID)
        .pexpire(index, absoluteMs)
        .exec();
      await orUnavailable(listed);
      // express-session itself saves only after the response has begun, and ignores a failure
      await orUnavailable(promisify(req.session.save.bind(req.session))());
    },
    endAll: async (userId) => {
      const indexes = [indexOf(userId), formerIndexOf(userId)];
      const lists = await orUnavailable(
        Promise.all(indexes.map((index) => redis.zrange(index, "0", "-1"))),
      );
      const keys = lists.flat().map((id) => prefix + id);
      await orUnavailable(redis.del(...indexes, ...keys));
    },
  };
}
