import { probePort } from "../ports.ts";

/** True when a Redis server on this port responds. */
export const isRedisReady = (port: number): Promise<boolean> =>
  probePort(port, Buffer.from("PING\r\n"), (response) => response.toString().startsWith("+PONG"));
