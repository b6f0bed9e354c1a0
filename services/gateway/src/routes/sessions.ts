import { credentials } from "@matinale/contracts/api";
import { body, HttpError, httpTexts, json, readerLanguage, router } from "@matinale/kit";
import type { Request, Router } from "express";
import { callHeaders } from "../clients/call-headers.ts";
import { deviceName } from "../domain/device.ts";
import type { AppDeps } from "./deps.ts";

/** The sessions of the signed-in person, the last used first. */
export async function sessionsOf(req: Request, { sessions }: Pick<AppDeps, "sessions">) {
  const language = readerLanguage(req);
  const own = await sessions.list(req);
  return own.map(({ device, ...session }) => ({
    ...session,
    device: deviceName(device, language),
  }));
}

export const sessionRoutes = ({ userServices, sessions, loginThrottle }: AppDeps): Router =>
  router()
    .post("/api/login", json(), body(credentials), async (req, res) => {
      const account = await loginThrottle(req.body.email, req.ip ?? "", () =>
        userServices.check(req.body, callHeaders(req)),
      );
      await sessions.start(req, account);
      res.json({ success: true });
    })
    .post("/api/logout", async (req, res) => {
      await sessions.end(req, res);
      res.json({ success: true });
    })
    .get("/api/sessions", async (req, res) => {
      res.json(await sessionsOf(req, { sessions }));
    })
    .delete("/api/sessions/:id", async (req, res) => {
      if (!(await sessions.endOne(req, req.params.id))) {
        throw new HttpError("NOT_FOUND", httpTexts.nothingHere);
      }
      res.json({ success: true });
    })
    .post("/api/logout-everywhere", async (req, res) => {
      await sessions.endAll(req.userId);
      await sessions.end(req, res);
      res.json({ success: true });
    });
