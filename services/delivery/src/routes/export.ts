import { router } from "@matinale/kit";
import type { Router } from "express";
import { historyOf, type HistoryDeps } from "./message-history.ts";

/** More than the largest plan sends in thirteen months, after which deliveries are deleted. */
const most = 2_000;

/** Data export: the number, the consent and all stored deliveries. */
export const exportRoutes = (deps: HistoryDeps): Router =>
  router().get("/export", async (req, res) => {
    const { subscriber, history } = await historyOf(req, most, deps);
    const channel = subscriber?.channel;
    res.json({
      phone: channel?.phone ?? null,
      connectedAt: channel?.connectedAt ?? null,
      confirmedAt: channel?.verifiedAt ?? null,
      consent: channel?.consent ?? null,
      stopped: subscriber?.stopped ?? null,
      deliveries: history,
    });
  });
