import express, { type Router } from "express";
import type { Change, Changes } from "../changes.ts";

/** Server-sent events for the phone page: each names one change. */
export const eventRoutes = (changes: Changes): Router =>
  express.Router().get("/events", (_req, res) => {
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    res.write(": simulated phones\n\n");
    const send = (change: Change) => void res.write(`data: ${change}\n\n`);
    changes.on("change", send);
    res.on("close", () => changes.off("change", send));
  });
