import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts } from "node:net";
import { succeeds } from "./ready.ts";

/** True when no process listens on this port of the loopback address. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: "127.0.0.1", exclusive: true });
  const isFree = await succeeds(once(server, "listening"));
  await server[Symbol.asyncDispose]();
  return isFree;
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

/** True when a server accepts a connection within 3 s. */
export async function isReachable(address: NetConnectOpts): Promise<boolean> {
  const socket = connect(address);
  const connected = once(socket, "connect", { signal: AbortSignal.timeout(3000) });
  return succeeds(connected).finally(() => socket.destroy());
}
