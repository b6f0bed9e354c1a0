import { Agent, type ClientRequestArgs } from "node:http";
import type { Duplex } from "node:stream";
import { callersIdleMs } from "@matinale/kit";
import { ConstantBackoff, handleWhen, retry } from "cockatiel";
import { buildConnector } from "undici";

export const isRefused = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ECONNREFUSED";

/**
 * While a service restarts, nothing listens on its port: tries again for 4 s, longer than a restart takes and
 * shorter than the default timeout of a call. No request was sent over a refused connection, so this is safe for
 * writes, too.
 */
const untilRestarted = retry(handleWhen(isRefused), {
  maxAttempts: 40,
  backoff: new ConstantBackoff(100),
}).dangerouslyUnref();

const connect = buildConnector({ timeout: 2_000 });

export const connectThroughRestart: typeof connect = (where, finish) => {
  const once = () =>
    new Promise<Parameters<typeof finish>>((resolve, reject) => {
      connect(where, (...outcome) => {
        const [error] = outcome;
        if (error === null) resolve(outcome);
        else reject(error);
      });
    });
  untilRestarted.execute(once).then(
    (outcome) => finish(...outcome),
    (error: Error) => finish(error, null),
  );
};

/** `connectThroughRestart` for Node's own HTTP client: a request gets its socket once it is connected. */
export class RestartTolerantAgent extends Agent {
  constructor() {
    // `timeout` ends idle connections only: the requests of this agent do not listen for it
    super({ keepAlive: true, maxSockets: 256, maxFreeSockets: 32, timeout: callersIdleMs });
  }

  override createConnection(
    { host, port }: ClientRequestArgs,
    callback: (error: Error | null, socket: Duplex) => void = () => undefined,
  ): undefined {
    const where = { hostname: host ?? "", protocol: "http:", port: String(port ?? "") };
    connectThroughRestart(where, (error, socket) => {
      if (error === null) callback(null, socket);
      // Node's type requires a socket also with an error, and there is none
      else (callback as (error: Error) => void)(error);
    });
  }
}
