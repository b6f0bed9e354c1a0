import { HttpError, httpTexts, readerLanguage, router } from "@matinale/kit";
import type { Request, Router } from "express";
import { deviceName } from "../domain/device.ts";
import type { AppDeps } from "./deps.ts";

/** The sessions of the signed-in person, the last used first. */
export async function sessionsOf(req: Request, { sessions }: Pick<AppDeps, "sessions">) {
  const language = readerLanguage(req);
  const own = await sessions.list(req);
  return own.map(({ id, createdAt, lastSeenAt, device, current }) => ({
    id,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    device: deviceName(device, language),
    current,
  }));
}

export const sessionRoutes = ({ sessions, lastKnown }: AppDeps): Router =>
  router()
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
      await lastKnown.drop(req.userId).catch(() => undefined);
      res.json({ success: true });
    });
