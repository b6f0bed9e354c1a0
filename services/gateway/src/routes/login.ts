import { credentials } from "@matinale/contracts/api";
import { body, json, router } from "@matinale/kit";
import type { Router } from "express";
import type { AppDeps } from "./deps.ts";
import { traceIds } from "../middleware/trace-ids.ts";

export const loginRoutes = ({
  userServices,
  sessions,
  lastKnown,
  loginThrottle,
}: AppDeps): Router => {
  return router()
    .post("/api/login", json(), body(credentials), async (req, res) => {
      const account = await loginThrottle.guard(req.body.email, req.ip ?? "", () =>
        userServices.check(req.body, traceIds(req)),
      );
      await sessions.start(req, account);
      res.json({ success: true });
    })
    .post("/api/logout", async (req, res) => {
      const withoutSessions = await sessions.end(req, res);
      if (withoutSessions !== undefined) {
        await lastKnown.drop(withoutSessions).catch(() => undefined);
      }
      res.json({ success: true });
    });
};
