import { Agent, type ClientRequestArgs } from "node:http";
import type { Duplex } from "node:stream";
import { callersIdleMs } from "@matinale/kit";
import { buildConnector } from "undici";
import type { RestartWindow } from "../domain/restart-window.ts";

const connectMs = 2_000;
const retryPauseMs = 100;

type Connect = ReturnType<typeof buildConnector>;

const isRefused = (error: Error): boolean => "code" in error && error.code === "ECONNREFUSED";

/** Connects. Tries again while the service refuses connections, until the restart window ends. */
export function connectThroughRestart(
  restart: RestartWindow,
  options: { highWaterMark?: number } = {},
): Connect {
  const connect = buildConnector({ ...options, timeout: connectMs });
  return (where, done) => {
    const attempt = () =>
      connect(where, (...outcome) => {
        const [error] = outcome;
        if (error === null) restart.connected();
        else if (isRefused(error) && restart.refused()) {
          setTimeout(attempt, retryPauseMs).unref();
          return;
        }
        done(...outcome);
      });
    attempt();
  };
}

/** `connectThroughRestart` for Node's own HTTP client. */
export class RestartTolerantAgent extends Agent {
  readonly #connect: Connect;

  /** @param highWaterMark of each socket, bytes */
  constructor(restart: RestartWindow, highWaterMark: number) {
    // `timeout` ends idle connections only: the requests of this agent do not listen for it
    super({ keepAlive: true, maxSockets: 256, maxFreeSockets: 32, timeout: callersIdleMs });
    this.#connect = connectThroughRestart(restart, { highWaterMark });
  }

  override createConnection(
    { host, port }: ClientRequestArgs,
    callback: (error: Error | null, socket: Duplex) => void = () => undefined,
  ): undefined {
    const where = { hostname: host ?? "", protocol: "http:", port: String(port ?? "") };
    this.#connect(where, (error, socket) => {
      // Node's type requires a socket also with an error, and there is none
      if (error === null) callback(null, socket);
      else Reflect.apply(callback, undefined, [error]);
    });
  }
}
