import express, { type Router } from "express";
import type { Change, Changes } from "../changes.ts";

const BATCH_MS = 100;
const KEEP_ALIVE_MS = 15_000;

/** Server-sent events for the phone page. Changes within 100 ms are sent as one event. */
export const eventRoutes = (changes: Changes): Router =>
  express.Router().get("/events", (_req, res) => {
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    res.write(": simulated phones\n\n");
    const pending = new Map<string, Change>();
    let timer: NodeJS.Timeout | undefined;
    const send = () => {
      timer = undefined;
      res.write(`data: ${JSON.stringify([...pending.values()])}\n\n`);
      pending.clear();
    };
    const collect = (change: Change) => {
      pending.set(JSON.stringify(change), change);
      timer ??= setTimeout(send, BATCH_MS);
    };
    changes.on("change", collect);
    const keepAlive = setInterval(() => res.write(":\n\n"), KEEP_ALIVE_MS);
    res.on("close", () => {
      changes.off("change", collect);
      clearTimeout(timer);
      clearInterval(keepAlive);
    });
  });
