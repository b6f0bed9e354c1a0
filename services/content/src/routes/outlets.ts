import { router } from "@matinale/kit";
import type { Router } from "express";
import type { FeedStore } from "../store/feeds.ts";

/** The outlets that digests are made from, for a public page. Needs no session. */
export const outletRoutes = (feeds: FeedStore): Router =>
  router().get("/outlets", async (_req, res) => {
    res.set("cache-control", "public, max-age=300");
    res.json({ outlets: await feeds.outlets() });
  });
