import { portAnswers } from "../ports.ts";

/** True when a Redis server behind this port answers. */
export const redisAnswers = (port: number): Promise<boolean> =>
  portAnswers(port, Buffer.from("PING\r\n"), (answer) => answer.toString().startsWith("+PONG"));
