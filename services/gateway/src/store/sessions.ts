import { promisify } from "node:util";
import type { UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { RedisStore } from "connect-redis";
import type { CookieOptions, Request, Response } from "express";
import session, { type SessionData } from "express-session";
import type { Redis } from "ioredis";
import { absoluteMs, expiryOf, idleMs, lifeOf } from "../domain/session-life.ts";
import { texts } from "../domain/texts.ts";
import { batchedGet } from "./batched-get.ts";
import { cookieNamed, sessionIdReader } from "./session-cookie.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** Secret with which res.cookie signs. */
    secret?: string | undefined;
  }
}

declare module "express-session" {
  interface SessionData {
    userId: UserId;
    /** Instant of log-in, in milliseconds since the epoch. */
    startedAt: number;
  }
}

export interface Sessions {
  /**
   * Sets req.userId. Without a cookie Redis is not read.
   *
   * @throws HttpError UNAUTHENTICATED when the request has no valid session
   */
  requireUser(req: Request, res: Response): Promise<void>;
  /** Signs a person in under a new session id. The session is stored when this resolves. */
  start(req: Request, res: Response, userId: UserId): Promise<void>;
  /**
   * Deletes the session of the cookie, so that no copy of the cookie works any more. Without a cookie it does
   * nothing.
   *
   * @returns the person, when this was their last session
   */
  end(req: Request, res: Response): Promise<UserId | undefined>;
  /** Ends every session of a person, on all devices. */
  endAll(userId: UserId): Promise<void>;
}

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

const prefix = "session:";
/** Sorted set of the ids of a person's sessions, scored by the instants at which they end. */
const indexOf = (userId: UserId) => `sessions-by-end:${userId}`;
/** Set that earlier versions wrote; it expires by itself. */
const formerIndexOf = (userId: UserId) => `sessions-of:${userId}`;

/**
 * Sessions in Redis behind a signed, host-only cookie.
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
  // express-session's touch would add a Redis command to every request; `renew` extends sessions instead
  const store = new RedisStore({ client: redis, prefix, disableTouch: true });
  const express = session({
    name,
    secret: secrets,
    store,
    resave: false,
    saveUninitialized: false,
    proxy: true,
    cookie: { ...cookie, maxAge: idleMs },
  });
  const idOf = sessionIdReader(secrets);
  const get = batchedGet(redis);

  /**
   * Reads the session without express-session, which checks every session for changes and would cost more
   * than the rest of the gateway. express-session is used only where a session starts.
   */
  const read = async (req: Request): Promise<{ id: string; stored: SessionData } | undefined> => {
    const value = cookieNamed(req.headers.cookie, name);
    const id = value === undefined ? undefined : idOf(value);
    if (id === undefined) return undefined;
    const text = await orUnavailable(get(prefix + id));
    return text === null ? undefined : { id, stored: JSON.parse(text) as SessionData };
  };

  const load = (req: Request, res: Response): Promise<void> => {
    // TLS ends in front of the gateway; without this header express-session sets no Secure cookie
    if (secure) req.headers["x-forwarded-proto"] = "https";
    return new Promise((resolve, reject) => {
      express(req, res, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(sessionStoreUnavailable(error));
      });
    });
  };

  /** Extends a session, without restoring one that was deleted meanwhile (SET … XX). */
  const renew = async (
    { id, stored }: { id: string; stored: SessionData },
    req: Request,
    res: Response,
  ): Promise<boolean> => {
    const now = Date.now();
    const left = expiryOf(stored.startedAt, now) - now;
    const expires = new Date(now + left);
    const text = JSON.stringify({ ...stored, cookie: { ...stored.cookie, expires } });
    const renewed = await orUnavailable(redis.set(prefix + id, text, "PX", left, "XX"));
    if (renewed !== null) {
      await orUnavailable(redis.zadd(indexOf(stored.userId), "XX", expires.getTime(), id));
    }
    req.secret = secrets[0];
    if (renewed !== null) res.cookie(name, id, { ...cookie, signed: true, expires });
    return renewed !== null;
  };

  const end: Sessions["end"] = async (req, res) => {
    const found = await read(req);
    res.clearCookie(name, cookie);
    if (found === undefined) return undefined;
    const { userId } = found.stored;
    await orUnavailable(redis.del(prefix + found.id));
    const index = indexOf(userId);
    await orUnavailable(redis.zrem(index, found.id));
    await orUnavailable(redis.zremrangebyscore(index, 0, Date.now()));
    const others = await orUnavailable(redis.zcard(index));
    return others === 0 ? userId : undefined;
  };

  const endAll: Sessions["endAll"] = async (userId) => {
    const indexes = [indexOf(userId), formerIndexOf(userId)] as const;
    const [ids, formerIds] = await orUnavailable(
      Promise.all([redis.zrange(indexes[0], "0", "-1"), redis.smembers(indexes[1])]),
    );
    const keys = [...ids, ...formerIds].map((id) => prefix + id);
    await orUnavailable(redis.del(...indexes, ...keys));
  };

  return {
    end,
    endAll,
    requireUser: async (req, res) => {
      const found = await read(req);
      if (found?.stored.userId === undefined) {
        throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
      }
      const { userId, startedAt = 0, cookie: stored } = found.stored;
      const expiresAt = new Date(stored.expires ?? 0).getTime();
      const life = lifeOf({ startedAt, expiresAt }, Date.now());
      if (life === "ended") await end(req, res);
      if (life === "ended" || (life === "renew" && !(await renew(found, req, res)))) {
        throw new HttpError("UNAUTHENTICATED", texts.sessionEnded);
      }
      req.userId = userId;
    },
    start: async (req, res, userId) => {
      await load(req, res);
      const { session } = req;
      await orUnavailable(promisify(session.regenerate.bind(session))());
      req.session.userId = userId;
      req.session.startedAt = Date.now();
      // list the session before it is stored, so that endAll cannot miss it
      const index = indexOf(userId);
      const now = Date.now();
      const listed = redis
        .multi()
        .zremrangebyscore(index, 0, now)
        .zadd(index, now + idleMs, req.sessionID)
        .pexpire(index, absoluteMs)
        .exec();
      await orUnavailable(listed);
      // express-session itself saves only after the response has begun, and ignores a failure
      await orUnavailable(promisify(req.session.save.bind(req.session))());
    },
  };
}
