import type { RequestListener, Server, ServerResponse } from "node:http";
import { Server as PortServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/**
 * Matinale's own HTTP clients close a connection that was idle for this time. A service that drains for longer
 * never closes a connection on which a request may be arriving. Milliseconds.
 */
export const callersIdleMs = 1_000;

/**
 * A server stops in four phases: it accepts requests and closes each connection after its response (`acceptMs`); it keeps
 * connections alive again (`reuseMs`), so that callers reuse them instead of opening new ones, which the closing port
 * would reset; it closes the port; it finishes the accepted requests (`finishMs`). Milliseconds.
 */
const reuseMs = 250;

/** After this time without a request, the remaining connections are idle ones of browsers. Milliseconds. */
const idleMs = 500;

/** Milliseconds, 0 or more. */
interface DrainTimes {
  /** The server accepts requests for this time: until every load balancer has stopped sending them. */
  acceptMs: number;
  /** Time to finish the accepted requests afterwards. */
  finishMs: number;
}

/** Closes the port only: an HTTP server’s own `close` also closes idle connections at once. */
const closePort = (server: Server, closed: () => void): void =>
  void PortServer.prototype.close.call(server, closed);

/** Closing the port resets connections that wait to be accepted: waits for a turn of the event loop without any. */
async function waitForQuietTurn(server: Server, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on("connection", onConnection);
  while (hasAccepted && performance.now() < until) {
    hasAccepted = false;
    // more connections may wait behind one that was accepted before this turn
    await nextTurn();
    await nextTurn();
  }
  server.off("connection", onConnection);
}

/**
 * An app whose server can stop without breaking a request. While it drains, its responses close their connections.
 *
 * @returns `listener`, for the server; `drain`, which resolves when the last connection is closed: after `acceptMs`,
 *   and at most about `finishMs` later, when it cuts the connections that are left
 */
export function drainable(app: RequestListener) {
  const open = new Set<ServerResponse>();
  let closesConnections = false;
  const closeAfter = (res: ServerResponse) => res.setHeader("connection", "close");
  const closeAfterResponses = () => {
    closesConnections = true;
    for (const res of open) if (!res.headersSent) closeAfter(res);
  };

  /** Closes the port, and after `callersMs` idle connections; resolves when the last connection is closed. */
  const close = (server: Server, callersMs: number, finishMs: number): Promise<void> =>
    new Promise((resolve) => {
      closePort(server, () => {
        clearTimeout(cut);
        clearInterval(closing);
        resolve();
      });
      const closedAt = performance.now();
      let idleSince = closedAt;
      const cut = setTimeout(() => server.closeAllConnections(), finishMs);
      const closeIdle = () => {
        const now = performance.now();
        if (open.size > 0) idleSince = now;
        if (now - closedAt < callersMs) return;
        if (now - idleSince >= idleMs) server.closeAllConnections();
        else server.closeIdleConnections();
      };
      closeIdle();
      const closing = setInterval(closeIdle, 50);
    });

  /** The app; while the server drains, its responses have the header connection: close, but for `reuseMs`. */
  const listener: RequestListener = (req, res) => {
    if (closesConnections) closeAfter(res);
    open.add(res);
    res.once("close", () => open.delete(res));
    app(req, res);
  };
  return {
    listener,
    /** Accepts requests for a while, closes the port, then finishes the accepted requests. */
    drain: async (server: Server, { acceptMs, finishMs }: DrainTimes): Promise<void> => {
      closeAfterResponses();
      const until = performance.now() + acceptMs + finishMs;
      // the port stays open for other requests while a long one is in progress
      const finished = Array.from(
        open,
        (res) => new Promise<void>((resolve) => void res.once("close", resolve)),
      );
      const late = pause(acceptMs + finishMs, undefined, { ref: false });
      await Promise.all([pause(acceptMs), Promise.race([Promise.all(finished), late])]);
      const hasCallers = acceptMs > 0;
      if (hasCallers) {
        closesConnections = false;
        await pause(reuseMs);
      }
      await waitForQuietTurn(server, idleMs);
      closeAfterResponses();
      const callersMs = hasCallers ? callersIdleMs + reuseMs : 0;
      await close(server, callersMs, Math.max(0, until - performance.now()));
    },
  };
}
