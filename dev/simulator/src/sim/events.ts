import type { Router } from "express";
import express from "express";
import type { Change, Changes } from "../changes.ts";

const BATCH_MS = 100;
const KEEP_ALIVE_MS = 15_000;

/** Server-sent events for the phone page. Changes within 100 ms are sent as one event. */
export function eventRoutes(changes: Changes): Router {
  return express.Router().get("/events", (_req, res) => {
    res.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      connection: "keep-alive",
    });
    res.write(": simulated phones\n\n");
    const pending = new Map<string, Change>();
    let timer: NodeJS.Timeout | undefined;
    const send = () => {
      timer = undefined;
      res.write(`data: ${JSON.stringify([...pending.values()])}\n\n`);
      pending.clear();
    };
    const stop = changes.subscribe((change) => {
      pending.set(JSON.stringify(change), change);
      timer ??= setTimeout(send, BATCH_MS);
    });
    const keepAlive = setInterval(() => res.write(":\n\n"), KEEP_ALIVE_MS);
    res.on("close", () => {
      stop();
      clearTimeout(timer);
      clearInterval(keepAlive);
    });
  });
}
