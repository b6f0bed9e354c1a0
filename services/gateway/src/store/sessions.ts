import { promisify } from "node:util";
import type { UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import { RedisStore } from "connect-redis";
import type { CookieOptions, Request, Response } from "express";
import session from "express-session";
import type { Redis } from "ioredis";
import { absoluteMs, expiryOf, idleMs, lifeOf } from "../domain/session-life.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** Signs what res.cookie is asked to sign. */
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
  /** Reads the session of the cookie, if there is one; without a cookie the store is not asked. */
  load(req: Request, res: Response): Promise<void>;
  /** Sets req.userId, or throws UNAUTHENTICATED when nobody is signed in. Comes after load. */
  requireUser(req: Request, res: Response): Promise<void>;
  /** Signs a person in under a new session id. The session is stored when this resolves. */
  start(req: Request, userId: UserId): Promise<void>;
  /** Ends the session at once, for every copy of its cookie. */
  end(req: Request, res: Response): Promise<void>;
  /** Ends every session of a person, on all devices. */
  endAll(userId: UserId): Promise<void>;
}

export const unavailable = (cause: unknown): HttpError =>
  new HttpError("SESSION_STORE_UNAVAILABLE", "We cannot check your session now. Try again soon.", {
    retryAfter: 5,
    cause,
  });

const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw unavailable(error);
  });

const prefix = "session:";
/** The ids of a person's sessions, some of which may have ended by themselves. */
const indexOf = (userId: UserId) => `sessions-of:${userId}`;

/**
 * Sessions in Redis behind a signed, host-only cookie.
 *
 * @param options.secure  the app is reached by https: `__Host-` cookie (RFC 6265bis, 4.1.3.2), Secure
 * @param options.secrets the first signs, all are accepted
 */
export function createSessions(options: {
  redis: Redis;
  secrets: string[];
  secure: boolean;
}): Sessions {
  const { redis, secrets, secure } = options;
  const name = secure ? "__Host-matinale" : "matinale";
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure } satisfies CookieOptions;
  const read = session({
    name,
    secret: secrets,
    // moving the end of every session on every request is a second command: renew does it rarely
    store: new RedisStore({ client: redis, prefix, disableTouch: true }),
    resave: false,
    saveUninitialized: false,
    proxy: true,
    cookie: { ...cookie, maxAge: idleMs },
  });

  const load: Sessions["load"] = (req, res) => {
    // TLS ends before us; express-session keeps a Secure cookie to itself unless it is told so
    if (secure) req.headers["x-forwarded-proto"] = "https";
    return new Promise((resolve, reject) => {
      read(req, res, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(unavailable(error));
      });
    });
  };

  /** Moves the end of a session, without bringing back one that was ended meanwhile (SET … XX). */
  const renew = async (req: Request, res: Response, startedAt: number): Promise<boolean> => {
    const now = Date.now();
    const left = expiryOf(startedAt, now) - now;
    req.session.cookie.expires = new Date(now + left);
    const stored = JSON.stringify(req.session);
    const kept = await orUnavailable(redis.set(prefix + req.sessionID, stored, "PX", left, "XX"));
    req.secret = secrets[0];
    if (kept !== null) {
      res.cookie(name, req.sessionID, { ...cookie, signed: true, expires: new Date(now + left) });
    }
    return kept !== null;
  };

  const end: Sessions["end"] = async (req, res) => {
    const { session } = req;
    // without a person in it, it was never stored
    if (session.userId !== undefined) {
      await orUnavailable(promisify(session.destroy.bind(session))());
    }
    res.clearCookie(name, cookie);
  };

  const endAll: Sessions["endAll"] = async (userId) => {
    const index = indexOf(userId);
    const ids = await orUnavailable(redis.smembers(index));
    await orUnavailable(redis.del(index, ...ids.map((id) => prefix + id)));
  };

  return {
    load,
    end,
    endAll,
    requireUser: async (req, res) => {
      const { userId, startedAt = 0, cookie: stored } = req.session;
      if (userId === undefined) throw new HttpError("UNAUTHENTICATED", "Please log in.");
      const expiresAt = stored.expires instanceof Date ? stored.expires.getTime() : 0;
      const life = lifeOf({ startedAt, expiresAt }, Date.now());
      if (life === "ended") await end(req, res);
      if (life === "ended" || (life === "renew" && !(await renew(req, res, startedAt)))) {
        throw new HttpError("UNAUTHENTICATED", "Your session has ended. Please log in.");
      }
      req.userId = userId;
    },
    start: async (req, userId) => {
      const { session } = req;
      await orUnavailable(promisify(session.regenerate.bind(session))());
      req.session.userId = userId;
      req.session.startedAt = Date.now();
      // before it is stored, so that none can be missed when all are ended
      const index = indexOf(userId);
      const listed = redis.multi().sadd(index, req.sessionID).pexpire(index, absoluteMs).exec();
      await orUnavailable(listed);
      // express-session would save after the answer is on its way, and swallow the failure
      await orUnavailable(promisify(req.session.save.bind(req.session))());
    },
  };
}
