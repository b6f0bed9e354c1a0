import type { RequestListener, Server, ServerResponse } from "node:http";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";

/**
 * Callers inside Matinale close a connection that was idle for this long. A service that drains for longer
 * never closes a connection on which a request may be on its way. Milliseconds.
 */
export const callersIdleMs = 1_000;

/** After this long without a request, the remaining connections are idle ones of browsers. Milliseconds. */
const spareMs = 500;

interface DrainTimes {
  /** Requests are accepted for this long: until every load balancer has stopped sending them. */
  acceptMs: number;
  /** Time to answer the accepted requests afterwards. */
  finishMs: number;
}

export interface Drainable {
  /** The app; while the server drains, its responses ask the caller to close the connection. */
  listener: RequestListener;
  /** Accepts for a while, closes the port, then answers the accepted requests. */
  drain(server: Server, times: DrainTimes): Promise<void>;
}

/** Closing the port resets connections that wait to be accepted: waits for a turn without any. */
async function waitForQuietTurn(server: Server, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on("connection", onConnection);
  while (hasAccepted && performance.now() < until) {
    hasAccepted = false;
    // a connection accepted before this turn may be one of a queue
    await turn();
    await turn();
  }
  server.off("connection", onConnection);
}

export function drainable(app: RequestListener): Drainable {
  const open = new Set<ServerResponse>();
  let isDraining = false;
  const leave = (res: ServerResponse) => res.setHeader("connection", "close");

  /** Closes the port; resolves when the last connection is closed. */
  const close = (server: Server, finishMs: number): Promise<void> =>
    new Promise((resolve) => {
      let idleSince = performance.now();
      const cut = setTimeout(() => server.closeAllConnections(), finishMs);
      const sweep = setInterval(() => {
        if (open.size > 0) idleSince = performance.now();
        if (performance.now() - idleSince >= spareMs) server.closeAllConnections();
        else server.closeIdleConnections();
      }, 50);
      server.close(() => {
        clearTimeout(cut);
        clearInterval(sweep);
        resolve();
      });
    });

  return {
    listener: (req, res) => {
      if (isDraining) leave(res);
      open.add(res);
      res.once("close", () => open.delete(res));
      app(req, res);
    },
    drain: async (server, { acceptMs, finishMs }) => {
      isDraining = true;
      for (const res of open) if (!res.headersSent) leave(res);
      const until = performance.now() + acceptMs + finishMs;
      // the port stays open for others while a long request is answered
      const answered = Array.from(
        open,
        (res) => new Promise<void>((resolve) => void res.once("close", resolve)),
      );
      const late = pause(acceptMs + finishMs, undefined, { ref: false });
      await Promise.all([pause(acceptMs), Promise.race([Promise.all(answered), late])]);
      await waitForQuietTurn(server, spareMs);
      await close(server, Math.max(0, until - performance.now()));
    },
  };
}
