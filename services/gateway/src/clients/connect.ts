import { Agent, type ClientRequestArgs } from "node:http";
import type { Duplex } from "node:stream";
import { callersIdleMs } from "@matinale/kit";
import { buildConnector } from "undici";
import type { Bridge } from "../domain/bridge.ts";

const connectMs = 2_000;
const againMs = 100;

type Connect = ReturnType<typeof buildConnector>;

const isRefused = (error: Error): boolean => "code" in error && error.code === "ECONNREFUSED";

/** Connects; a refused connection is tried again for as long as the bridge says. */
export function bridgedConnect(bridge: Bridge, options: { highWaterMark?: number } = {}): Connect {
  const connect = buildConnector({ ...options, timeout: connectMs });
  return (where, done) => {
    const attempt = () =>
      connect(where, (...outcome) => {
        const [error] = outcome;
        if (error === null) bridge.connected();
        else if (isRefused(error) && bridge.refused()) {
          setTimeout(attempt, againMs).unref();
          return;
        }
        done(...outcome);
      });
    attempt();
  };
}

/** Connections for Node's own client, made in the same way. */
export class BridgedAgent extends Agent {
  readonly #connect: Connect;

  /** @param highWaterMark of each socket, bytes */
  constructor(bridge: Bridge, highWaterMark: number) {
    // `timeout` ends idle connections only: the requests of this agent do not listen for it
    super({ keepAlive: true, maxSockets: 256, maxFreeSockets: 32, timeout: callersIdleMs });
    this.#connect = bridgedConnect(bridge, { highWaterMark });
  }

  override createConnection(
    { host, port }: ClientRequestArgs,
    callback: (error: Error | null, socket: Duplex) => void = () => undefined,
  ): undefined {
    const where = { hostname: host ?? "", protocol: "http:", port: String(port ?? "") };
    this.#connect(where, (error, socket) => {
      // Node's type wants a socket beside the error
      if (error === null) callback(null, socket);
      else Reflect.apply(callback, undefined, [error]);
    });
  }
}
