import { passwordChange, passwordReset, resetRequest } from "@matinale/contracts/api";
import { body, json, router } from "@matinale/kit";
import type { Router } from "express";
import { callHeaders } from "../clients/call-headers.ts";
import { profileOf } from "./account.ts";
import type { AppDeps } from "./deps.ts";

/** New passwords. Identity stores them; here the sessions end that began with the old one. */
export const passwordRoutes = (deps: AppDeps): Router => {
  const { userServices, sessions, loginThrottle, forgetFailedLogins, resetThrottle } = deps;
  return router()
    .post("/api/request-password-reset", json(), body(resetRequest), async (req, res) => {
      await resetThrottle(req.body, req.ip ?? "");
      res.json(await userServices.requestReset(req.body, callHeaders(req)));
    })
    .post("/api/reset-password", json(), body(passwordReset), async (req, res) => {
      const headers = callHeaders(req);
      const { userId } = await userServices.resetPassword(req.body, headers);
      // the password has changed: sessions that cannot be ended now end later, by their version of it
      await sessions.endAll(userId).catch(() => undefined);
      const profile = await userServices.profile(userId, headers).catch(() => null);
      if (profile !== null) await forgetFailedLogins(profile.email, req.ip ?? "");
      res.json({ success: true });
    })
    .post("/api/change-password", json(), body(passwordChange), async (req, res) => {
      const { email } = await profileOf(deps, req, res);
      // throttled, so that a stolen session cannot be used to guess the password
      const { passwordChangedAt } = await loginThrottle(email, req.ip ?? "", () =>
        userServices.changePassword(req.userId, req.body, callHeaders(req)),
      );
      await sessions.endAll(req.userId);
      await sessions.start(req, { userId: req.userId, passwordChangedAt });
      res.json({ success: true });
    });
};
