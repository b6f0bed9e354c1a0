import { router } from "@matinale/kit";
import type { Product } from "@matinale/contracts";
import type { Router } from "express";
import {
  longOverdueAtMost,
  longOverdueMs,
  recentIncidents,
  serviceState,
} from "../domain/delivery/service-state.ts";
import type { Deps } from "../application/deps.ts";

/** How punctual the service is, for its public page. Needs no session. */
export const serviceStatusRoutes = (
  incidents: Product["incidents"],
  { deliveries, punctuality, isStopped, now }: Deps,
): Router =>
  router().get("/status", async (_req, res) => {
    const at = now();
    const [stopped, longOverdue, share, last24Hours, last90Days] = await Promise.all([
      isStopped(),
      deliveries.backlog.countDue(new Date(at.getTime() - longOverdueMs), longOverdueAtMost + 1),
      punctuality.shareSince(at, 1),
      punctuality.shareSince(at, 24),
      punctuality.shareSince(at, 90 * 24),
    ]);
    res.set("cache-control", "public, max-age=60");
    res.json({
      state: serviceState({ stopped, share, longOverdue }),
      onTime: { last24Hours, last90Days },
      incidents: recentIncidents(incidents, at),
    });
  });
