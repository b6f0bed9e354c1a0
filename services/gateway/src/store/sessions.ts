import { promisify } from "node:util";
import type { UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { RedisStore } from "connect-redis";
import type { CookieOptions, Request, RequestHandler, Response } from "express";
import session from "express-session";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { deviceOf, type Device } from "../domain/device.ts";
import { texts } from "../domain/texts.ts";
import {
  absoluteMs,
  createSessionIndex,
  idleMs,
  orUnavailable,
  sessionPrefix,
  sessionStoreUnavailable,
} from "./session-index.ts";

declare module "express-session" {
  interface SessionData {
    userId: UserId;
    /** Instant of log-in, in milliseconds since the epoch. */
    startedAt: number;
    /** The version of the password that signed in: when it was changed last, as identity says it. */
    passwordChangedAt: string | null;
    device: Device;
  }
}

export interface SignedIn {
  userId: UserId;
  /** When the password was changed last; null when it is the first one. */
  passwordChangedAt: string | null;
}

export type Sessions = ReturnType<typeof createSessions>;

/** A session of a former password works for at most this time. Milliseconds. */
const checkedForMs = 5 * 60_000;
/** Sessions in use at the same time on one replica; another one is only checked more often. */
const checkedAtMost = 20_000;

/** The `__Host-` prefix limits the cookie to this host; it needs https (RFC 6265bis, 4.1.3.2). */
export const sessionCookieName = (secure: boolean): string =>
  secure ? "__Host-matinale" : "matinale";

/**
 * Sessions in Redis behind a signed, host-only cookie. Each request extends its session; the cookie lives as long
 * as a session can.
 *
 * @param options.secure  the app is reached by https
 * @param options.secrets the first signs, all are accepted
 */
export function createSessions({
  redis,
  secrets,
  secure,
}: {
  redis: Redis;
  secrets: string[];
  secure: boolean;
}) {
  const index = createSessionIndex(redis);
  const name = sessionCookieName(secure);
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure } satisfies CookieOptions;
  const client = {
    // reads and extends with one command, which never restores a session that was deleted
    get: (key: string) => redis.getex(key, "EX", idleMs / 1000),
    // express-session writes a session only when it starts, so each write also lists it
    set: (key: string, value: string) => index.add(key.slice(sessionPrefix.length), value),
    del: (keys: string[]) => redis.del(keys),
  };
  const middleware = session({
    name,
    secret: secrets,
    store: new RedisStore({ client, prefix: sessionPrefix, disableTouch: true }),
    resave: false,
    saveUninitialized: false,
    proxy: true,
    cookie: { ...cookie, maxAge: absoluteMs },
  });

  /**
   * Loads the session of the cookie into req.session. Without a signed cookie Redis is not read.
   *
   * @throws HttpError SESSION_STORE_UNAVAILABLE
   */
  const load: RequestHandler = (req, res, next) => {
    // TLS ends in front of the gateway; without this header express-session sets no Secure cookie
    if (secure) req.headers["x-forwarded-proto"] = "https";
    middleware(req, res, (error?: unknown) =>
      next(error === undefined ? undefined : sessionStoreUnavailable(error)),
    );
  };

  /** Deletes the loaded session, so that no copy of the cookie works any more. Without one it does nothing. */
  const end = async (req: Request, res: Response): Promise<void> => {
    const { userId } = req.session;
    res.clearCookie(name, cookie);
    if (userId !== undefined) await index.remove(userId, req.sessionID);
  };

  const checked = new LRUCache<string, true>({ max: checkedAtMost, ttl: checkedForMs });

  return {
    load,
    end,
    /** The sessions of the signed-in person, the last used first. Reads only their own keys. */
    list: (req: Request) => index.list(req.userId, req.sessionID),
    /** Ends one session of the signed-in person. @returns false when they have no such session */
    endOne: async (req: Request, id: string): Promise<boolean> => {
      const sessionId = await index.find(req.userId, id);
      return sessionId !== undefined && (await index.remove(req.userId, sessionId)) === 1;
    },
    /** Whether the password of the loaded session was not compared with identity's for some minutes. */
    isUnchecked: (req: Request): boolean => !checked.has(req.sessionID),
    /**
     * Ends the loaded session when another password signed in: the gateway may have stopped between a change of
     * password and `endAll`, or a log-in may have been in progress.
     *
     * @param passwordChangedAt  as identity says it
     * @throws HttpError UNAUTHENTICATED when it did
     */
    requirePassword: async (req: Request, passwordChangedAt: string | null): Promise<void> => {
      if (req.session.passwordChangedAt === passwordChangedAt) {
        checked.set(req.sessionID, true);
        return;
      }
      // the cookie stays: another tab may have got a new one meanwhile
      await index.remove(req.userId, req.sessionID);
      throw new HttpError("UNAUTHENTICATED", texts.sessionEnded);
    },
    /** Sets req.userId from the loaded session. @throws HttpError UNAUTHENTICATED when there is none */
    require: async (req: Request, res: Response): Promise<void> => {
      const { userId, startedAt = 0 } = req.session;
      if (userId === undefined) throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
      if (Date.now() >= startedAt + absoluteMs) {
        await end(req, res);
        throw new HttpError("UNAUTHENTICATED", texts.sessionEnded);
      }
      req.userId = userId;
    },
    /** Signs a person in under a new session id. The session is stored when this resolves. */
    start: async (req: Request, { userId, passwordChangedAt }: SignedIn): Promise<void> => {
      const { session } = req;
      await orUnavailable(promisify(session.regenerate.bind(session))());
      req.session.userId = userId;
      req.session.startedAt = Date.now();
      req.session.passwordChangedAt = passwordChangedAt;
      req.session.device = deviceOf(req.headers["user-agent"]);
      // express-session itself saves only after the response has begun, and ignores a failure
      await orUnavailable(promisify(req.session.save.bind(req.session))());
      // it would save a second time, also a session that was ended meanwhile
      req.session.save = (saved) => {
        saved?.(null);
        return req.session;
      };
      checked.set(req.sessionID, true);
    },
    endAll: (userId: UserId): Promise<void> => index.removeAll(userId),
  };
}
