import type { RequestListener, Server, ServerResponse } from "node:http";
import { Server as PortServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/** Matinale's own HTTP clients close a connection that was idle for this time. Milliseconds. */
export const callersIdleMs = 1_000;

/** A stopping server closes idle connections later than its callers: no request is arriving on them then. */
const closeIdleAfterMs = callersIdleMs + 250;

/** Closes the port only: an HTTP server’s own `close` also closes idle connections at once. */
const closePort = (server: Server): Promise<void> =>
  new Promise((closed) => void PortServer.prototype.close.call(server, () => closed()));

/**
 * An app whose server can stop without breaking a request: it first accepts requests as before, then closes its port,
 * and each connection after a response.
 *
 * @returns `listener`, for the server; `drain`, which resolves when the last connection is closed
 */
export function drainable(app: RequestListener) {
  const open = new Set<ServerResponse>();
  let closesConnections = false;
  const closeAfter = (res: ServerResponse) => res.setHeader("connection", "close");

  const listener: RequestListener = (req, res) => {
    if (closesConnections) closeAfter(res);
    open.add(res);
    res.once("close", () => open.delete(res));
    app(req, res);
  };
  return {
    listener,
    /**
     * @param options.acceptMs  the port stays open for this time: until every load balancer has stopped sending
     *   requests. Milliseconds, 0 or more
     * @param options.finishMs  time to finish the accepted requests afterwards; then it cuts connections. Milliseconds
     */
    drain: async (
      server: Server,
      { acceptMs, finishMs }: { acceptMs: number; finishMs: number },
    ): Promise<void> => {
      const until = performance.now() + acceptMs + finishMs;
      const waitWhile = async (isWorking: () => boolean) => {
        while (isWorking() && performance.now() < until) await pause(20);
      };
      const accepted = [...open];
      await pause(acceptMs);
      // the port stays open for other requests while a long one is in progress
      await waitWhile(() => accepted.some((res) => open.has(res)));
      // closing the port resets connections that wait to be accepted: the event loop accepts them in these turns
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
      closesConnections = true;
      for (const res of open) if (!res.headersSent) closeAfter(res);
      const closed = closePort(server);
      if (acceptMs > 0) await Promise.race([closed, pause(closeIdleAfterMs)]);
      await waitWhile(() => open.size > 0);
      server.closeAllConnections();
      await closed;
    },
  };
}
