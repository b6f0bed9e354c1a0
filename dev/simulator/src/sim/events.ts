import type { Router } from "express";
import express from "express";
import type { Change, Live } from "../live.ts";

const GATHER_MS = 100;
const KEEP_ALIVE_MS = 15_000;

/** Server-sent events for the phone page: what changed, gathered so that a burst is one event. */
export function eventRoutes(live: Live): Router {
  return express.Router().get("/events", (_req, res) => {
    res.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      connection: "keep-alive",
    });
    res.write(": simulated phones\n\n");
    const waiting = new Map<string, Change>();
    let timer: NodeJS.Timeout | undefined;
    const send = () => {
      timer = undefined;
      res.write(`data: ${JSON.stringify([...waiting.values()])}\n\n`);
      waiting.clear();
    };
    const stop = live.listen((change) => {
      waiting.set(JSON.stringify(change), change);
      timer ??= setTimeout(send, GATHER_MS);
    });
    const keepAlive = setInterval(() => res.write(":\n\n"), KEEP_ALIVE_MS);
    res.on("close", () => {
      stop();
      clearTimeout(timer);
      clearInterval(keepAlive);
    });
  });
}
