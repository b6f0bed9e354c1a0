import { setTimeout as pause } from "node:timers/promises";
import type { RequestHandler } from "express";
import { callHeaders } from "../clients/call-headers.ts";
import { refuseErased } from "./account.ts";
import type { AppDeps } from "./deps.ts";

/** A call waits no longer for a comparison that it can do without. Milliseconds. */
const waitMs = 1_000;

/**
 * Every few minutes asks identity whether the account of a session still exists and has the same password, so that
 * no session outlives a reset that could not end it. While identity is away, sessions go on.
 */
export const currentSession =
  (deps: Pick<AppDeps, "sessions" | "userServices" | "lastKnown">): RequestHandler =>
  async (req, res, next) => {
    const { sessions, userServices } = deps;
    if (sessions.isUnchecked(req)) {
      const profile = await Promise.race([
        userServices.profile(req.userId, callHeaders(req)).catch(() => undefined),
        pause(waitMs, undefined, { ref: false }),
      ]);
      if (profile === null) await refuseErased(deps, req, res);
      else if (profile !== undefined)
        await sessions.requirePassword(req, profile.passwordChangedAt);
    }
    next();
  };
