import { HttpError, httpTexts, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { deviceName } from "../domain/device.ts";
import type { AppDeps } from "./deps.ts";

export const sessionRoutes = ({ sessions, lastKnown }: AppDeps): Router =>
  router()
    .get("/api/sessions", async (req, res) => {
      const language = readerLanguage(req);
      const own = await sessions.list(req);
      res.json(
        own.map(({ id, createdAt, lastSeenAt, device, current }) => ({
          id,
          createdAt: new Date(createdAt).toISOString(),
          lastSeenAt: new Date(lastSeenAt).toISOString(),
          device: deviceName(device, language),
          current,
        })),
      );
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
