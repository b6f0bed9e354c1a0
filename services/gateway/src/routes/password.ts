import { passwordChange, passwordReset, resetRequest } from "@matinale/contracts/api";
import { body, HttpError, json, router } from "@matinale/kit";
import type { Request, Router } from "express";
import { traceIds } from "../middleware/trace-ids.ts";
import { accountGone, signOutErased } from "./account.ts";
import type { AppDeps } from "./deps.ts";

const forwarded = (req: Request) => {
  const language = req.headers["accept-language"];
  return { ...traceIds(req), ...(language && { "accept-language": language }) };
};

/** New passwords. Identity stores them; here the sessions end that began with the old one. */
export const passwordRoutes = (deps: AppDeps): Router => {
  const { userServices, sessions, loginThrottle, resetThrottle } = deps;
  return router()
    .post("/api/request-password-reset", json(), body(resetRequest), async (req, res) => {
      await resetThrottle(req.body, req.ip ?? "");
      res.json(await userServices.requestReset(req.body, forwarded(req)));
    })
    .post("/api/reset-password", json(), body(passwordReset), async (req, res) => {
      const userId = await userServices.resetPassword(req.body, forwarded(req));
      await sessions.endAll(userId);
      res.json({ success: true });
    })
    .post("/api/change-password", json(), body(passwordChange), async (req, res) => {
      const profile = await userServices.profile(req.userId, traceIds(req));
      if (profile === null) {
        await signOutErased(deps, req, res);
        throw accountGone();
      }
      // throttled, so that a stolen session cannot be used to guess the password
      const attempt = await loginThrottle.start(profile.email, req.ip ?? "");
      const passwordChangedAt = await userServices
        .changePassword(req.userId, req.body, forwarded(req))
        .catch(async (error: unknown) => {
          const isWrong = error instanceof HttpError && error.code === "WRONG_PASSWORD";
          if (!isWrong) await attempt.undecided();
          throw error;
        });
      await attempt.succeeded();
      await sessions.endAll(req.userId);
      await sessions.start(req, { userId: req.userId, passwordChangedAt });
      res.json({ success: true });
    });
};
