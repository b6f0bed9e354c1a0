import { callersIdleMs, gauge, HttpError } from "@matinale/kit";
import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ConstantBackoff,
  handleWhen,
  retry,
  type CircuitBreakerPolicy,
} from "cockatiel";
import { errors, Pool } from "undici";
import { services, type ServiceName } from "../domain/services.ts";
import { texts } from "../domain/texts.ts";
import { connectThroughRestart, isRefused, RestartTolerantAgent } from "./connect.ts";

export interface Upstream {
  service: ServiceName;
  url: string;
  /** For the calls that the gateway makes itself. */
  pool: Pool;
  /** For the calls that it passes on. */
  agent: RestartTolerantAgent;
  /** For streams: clients that send or read slowly hold its connections, and must not take those of the calls. */
  streamAgent: RestartTolerantAgent;
  circuit: CircuitBreakerPolicy;
}
export type Upstreams = Record<ServiceName, Upstream>;

type ServiceUrls = Record<`${Uppercase<ServiceName>}_URL`, string>;

const connections = 256;

/** For each service, a read that needs only the service's own database. */
const probePaths: Record<ServiceName, string> = {
  identity: "/me",
  preferences: "/me",
  billing: "/me",
  content: "/export",
  delivery: "/me",
};
/** A healthy service answers a probe within milliseconds, on a busy machine within tens of milliseconds. */
const probeTimeoutMs = 2_000;
/** Pause before a probe. Short, so that calls pass soon after the service has recovered. */
const probePauseMs = 300;

/** The service did not answer within a time that a healthy service needs. */
export class TimeoutError extends Error {}

const isTimeout = (error: unknown): boolean =>
  error instanceof TimeoutError ||
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError;

/** Callers wait for seconds until they get such an error. Others, as a broken connection, come at once. */
const isSlowFailure = (error: unknown): boolean =>
  isTimeout(error) || isRefused(error) || error instanceof errors.ConnectTimeoutError;

/** The connection was closed before a response: the service may have carried the request out, or not. */
const isReset = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "UND_ERR_SOCKET" || error.code === "ECONNRESET" || error.code === "EPIPE");

const againAfterReset = retry(handleWhen(isReset), {
  maxAttempts: 1,
  backoff: new ConstantBackoff(0),
});

/** Whether a service answers a cheap read in time; without an identity it refuses at once. @throws the connection's error */
export async function isHealthy(
  { pool, service }: Pick<Upstream, "pool" | "service">,
  headers: Record<string, string> = {},
): Promise<boolean> {
  try {
    const { statusCode, body } = await pool.request({
      method: "HEAD",
      path: probePaths[service],
      headers,
      headersTimeout: probeTimeoutMs,
    });
    await body.dump();
    return statusCode < 500;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  }
}

/** One call can be slow in a service that answers all others: it must not make them fail. */
const failuresToOpen = 3;

/** Opens after slow failures in a row. Only probes, never a caller's request, test whether the service is back. */
function probedCircuit(isBack: () => Promise<boolean>): CircuitBreakerPolicy {
  const circuit = circuitBreaker(handleWhen(isSlowFailure), {
    breaker: new ConsecutiveBreaker(failuresToOpen),
    // cockatiel would let a caller test the service after this delay. Only the probe below does, after its own pause.
    halfOpenAfter: 0,
  });
  const probe = async () => {
    if (!(await isBack().catch(() => false))) throw new TimeoutError("the probe failed");
  };
  // a failed probe opens the circuit again, and that starts the next probe
  circuit.onBreak(() => {
    setTimeout(() => void circuit.execute(probe).catch(() => undefined), probePauseMs).unref();
  });
  return circuit;
}

export function createUpstreams(urls: ServiceUrls): Upstreams {
  const upstream = (service: ServiceName): Upstream => {
    const url = urls[`${service.toUpperCase() as Uppercase<ServiceName>}_URL`];
    const pool = new Pool(url, {
      connections,
      connect: connectThroughRestart,
      // shorter than the time after which a draining service closes them
      keepAliveTimeout: callersIdleMs,
      keepAliveMaxTimeout: callersIdleMs,
    });
    // a pool that was closed at shutdown needs no probe
    const circuit = probedCircuit(async () => pool.destroyed || isHealthy({ pool, service }));
    const [agent, streamAgent] = [new RestartTolerantAgent(), new RestartTolerantAgent()];
    return { service, url, pool, agent, streamAgent, circuit };
  };
  const upstreams = Object.fromEntries(
    services.map((service) => [service, upstream(service)]),
  ) as Upstreams;
  gauge("gateway_circuit_open", function () {
    for (const { service, circuit } of Object.values(upstreams)) {
      this.set({ service }, circuit.state === CircuitState.Closed ? 0 : 1);
    }
  });
  return upstreams;
}

export const closeUpstreams = (upstreams: Upstreams) => ({
  close: async () => {
    for (const { agent, streamAgent } of Object.values(upstreams)) {
      agent.destroy();
      streamAgent.destroy();
    }
    await Promise.all(Object.values(upstreams).map(({ pool }) => pool.destroy()));
  },
});

export const upstreamTimeout = (service: ServiceName): HttpError =>
  new HttpError("UPSTREAM_TIMEOUT", texts.tookTooLong, {
    retryAfter: 5,
    cause: new Error(`${service} did not answer in time`),
  });

export const upstreamUnavailable = (service: ServiceName, cause: unknown): HttpError =>
  new HttpError("SERVICE_UNAVAILABLE", texts.partUnavailable, {
    retryAfter: 5,
    cause: new Error(`${service} cannot be reached`, { cause }),
  });

/**
 * Calls a service under its circuit breaker. Repeats a read once when its connection was reset.
 *
 * @param attempt rejects with an HttpError, a TimeoutError or the error of the connection
 * @throws HttpError UPSTREAM_TIMEOUT; SERVICE_UNAVAILABLE, at once while the circuit breaker is open
 */
export async function callUpstream<T>(
  { service, circuit }: Upstream,
  method: string,
  attempt: () => Promise<T>,
): Promise<T> {
  if (circuit.state !== CircuitState.Closed) {
    throw upstreamUnavailable(service, new Error("circuit breaker open"));
  }
  const isRead = method === "GET" || method === "HEAD";
  try {
    return await circuit.execute(isRead ? () => againAfterReset.execute(attempt) : attempt);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw isTimeout(error) ? upstreamTimeout(service) : upstreamUnavailable(service, error);
  }
}
