import { router } from "@matinale/kit";
import type { Router } from "express";
import type { SubscriberStore } from "../store/subscribers.ts";

/** content keeps copies of other services' data, and digests that belong to no person. */
export const exportRoutes = (subscribers: SubscriberStore): Router =>
  router().get("/export", async (req, res) => {
    const known = await subscribers.of(req.userId);
    const { version: _, ...preferences } = known?.preferences ?? { version: 0 };
    res.json({ copies: { ...preferences, voice: known?.user?.voice ?? null } });
  });
