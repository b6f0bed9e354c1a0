import { connect, createServer } from "node:net";
import { randomInt } from "node:crypto";

/** True when no process listens on this port of the loopback address. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

/** Ports that this process was given: each stays free until a process listens on it. */
const given = new Set<number>();

/**
 * A free port below the kernel's range for outgoing connections (32768 and up), so that no connection takes it before
 * it is used. Ports in `taken` are skipped, and no port is given twice.
 */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (taken.has(port) || given.has(port)) continue;
    given.add(port);
    if (await isPortFree(port)) return port;
  }
}

export function isReachable(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3000 }, () => finish(true));
    const finish = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.on("error", () => finish(false));
    socket.on("timeout", () => finish(false));
  });
}
