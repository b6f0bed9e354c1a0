import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
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

/**
 * Holds a port for UDP until this process ends: no other process is given it before a process listens on it for TCP.
 *
 * @returns false when it is held already
 */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  socket.bind({ port, address: "127.0.0.1", exclusive: true });
  const isHeld = await succeeds(once(socket, "listening"));
  if (isHeld) socket.unref();
  else socket.close();
  return isHeld;
}

const drawPort = (): number => randomInt(20_000, 32_768);

/**
 * A free port below the kernel's range for outgoing connections (32768 and up), so that no connection takes it before
 * it is used. Ports in `taken` are skipped, and no port is given twice, to this process or to two that still run.
 */
export async function freePort(
  taken: ReadonlySet<number> = new Set(),
  draw = drawPort,
): Promise<number> {
  for (;;) {
    const port = draw();
    if (!taken.has(port) && (await claim(port)) && (await isPortFree(port))) return port;
  }
}

/** True when a server accepts a connection within 3 s. */
export async function isReachable(address: NetConnectOpts): Promise<boolean> {
  const socket = connect(address);
  const connected = once(socket, "connect", { signal: AbortSignal.timeout(3000) });
  return succeeds(connected).finally(() => socket.destroy());
}
