import express, { type Router } from "express";
import type { Change, Changes } from "../changes.ts";

const BATCH_MS = 100;

/** Server-sent events for the phone page. Changes within 100 ms are sent as one event. */
export const eventRoutes = (changes: Changes): Router =>
  express.Router().get("/events", (_req, res) => {
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    res.write(": simulated phones\n\n");
    const pending = new Set<Change>();
    const collect = (change: Change) => void pending.add(change);
    changes.on("change", collect);
    const sending = setInterval(() => {
      if (pending.size === 0) return;
      res.write(`data: ${JSON.stringify([...pending])}\n\n`);
      pending.clear();
    }, BATCH_MS);
    res.on("close", () => {
      changes.off("change", collect);
      clearInterval(sending);
    });
  });
