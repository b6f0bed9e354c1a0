import { router } from "@matinale/kit";
import type { Router } from "express";
import type { SubscriberStore } from "../store/subscribers.ts";

/** A person's data in content: copies of other services' data. Digests belong to no person. */
export const exportRoutes = (subscribers: SubscriberStore): Router =>
  router().get("/export", async (req, res) => {
    const known = await subscribers.document(req.userId);
    const { version: _, ...preferences } = known?.preferences ?? { version: 0 };
    res.json({ copies: { ...preferences, voice: known?.user?.voice ?? null } });
  });
