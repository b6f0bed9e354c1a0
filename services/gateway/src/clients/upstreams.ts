import { setTimeout as pause } from "node:timers/promises";
import { callersIdleMs, gauge, HttpError, identityHeader } from "@matinale/kit";
import { Pool } from "undici";
import { defaultTimeoutMs } from "@matinale/contracts/api";
import { services, type ServiceName } from "../domain/api-routes.ts";
import { createRestartWindow, type RestartWindow } from "../domain/restart-window.ts";
import { createCircuitBreaker, type CircuitBreaker } from "../domain/circuit-breaker.ts";
import { texts } from "../domain/texts.ts";
import { request, TimeoutError } from "./request.ts";
import { connectThroughRestart } from "./connect.ts";

/** Pooled connections to a service, and its circuit breaker. */
interface Upstream {
  pool: Pool;
  circuit: CircuitBreaker;
  /** Shared by all connections to the service. */
  restart: RestartWindow;
}
export type Upstreams = Record<ServiceName, Upstream>;

export interface ServiceUrls {
  IDENTITY_URL: string;
  PREFERENCES_URL: string;
  BILLING_URL: string;
  CONTENT_URL: string;
  DELIVERY_URL: string;
}

export const urlOf = (urls: ServiceUrls, service: ServiceName): string =>
  ({
    identity: urls.IDENTITY_URL,
    preferences: urls.PREFERENCES_URL,
    billing: urls.BILLING_URL,
    content: urls.CONTENT_URL,
    delivery: urls.DELIVERY_URL,
  })[service];

const connections = 256;
/** Longer than a service takes to restart, shorter than the default timeout of a call. */
const restartMs = 4_000;

/** For each service, a read that needs only the service's own database. */
const probePaths: Record<ServiceName, string> = {
  identity: "/me",
  preferences: "/me",
  billing: "/me",
  content: "/export",
  delivery: "/me",
};

type Health = "healthy" | "unhealthy" | "unreachable";

/** Whether a service answers in time. Without an identity in `headers`, it refuses the request at once. */
async function probe(
  pool: Pool,
  service: ServiceName,
  { timeoutMs, headers = {} }: { timeoutMs: number; headers?: Record<string, string> },
): Promise<Health> {
  const head = { method: "HEAD", path: probePaths[service], headers } as const;
  try {
    const { status } = await request(pool, head, timeoutMs);
    return status < 500 ? "healthy" : "unhealthy";
  } catch (error) {
    return error instanceof TimeoutError ? "unhealthy" : "unreachable";
  }
}

/** A healthy service answers a probe within milliseconds, on a busy machine within tens of milliseconds. */
const probeTimeoutMs = 2_000;
/** Pause between two probes. Short, so that calls pass soon after the service has recovered. */
const probePauseMs = 300;

export function createUpstreams(urls: ServiceUrls): Upstreams {
  const upstream = (service: ServiceName): Upstream => {
    const restart = createRestartWindow(restartMs);
    const pool = new Pool(urlOf(urls, service), {
      connections,
      connect: connectThroughRestart(restart),
      // shorter than the time after which a draining service closes them
      keepAliveTimeout: callersIdleMs,
      keepAliveMaxTimeout: callersIdleMs,
      // each call has one timeout for the whole of it, declared with its endpoint
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const isAnswering = async (): Promise<boolean> => {
      // a pool that was closed at shutdown needs no probe
      while (
        !pool.destroyed &&
        (await probe(pool, service, { timeoutMs: probeTimeoutMs })) !== "healthy"
      ) {
        if (!restart.isWaiting) return false;
      }
      return true;
    };
    const circuit = createCircuitBreaker(isAnswering, () =>
      pause(probePauseMs, undefined, { ref: false }),
    );
    return { pool, circuit, restart };
  };
  const upstreams = Object.fromEntries(
    services.map((service) => [service, upstream(service)]),
  ) as Upstreams;
  gauge("gateway_circuit_open", {
    collect() {
      for (const service of services) {
        this.set({ service }, upstreams[service].circuit.isOpen ? 1 : 0);
      }
    },
  });
  return upstreams;
}

/** A call timed out: the service hangs, unless it is restarting. */
export function recordTimeout({ circuit, restart }: Pick<Upstream, "circuit" | "restart">): void {
  if (!restart.isWaiting) circuit.recordTimeout();
}

export const closeUpstreams = (upstreams: Upstreams) => ({
  close: async () => {
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

/** @throws HttpError SERVICE_UNAVAILABLE at once while the circuit breaker of the service is open */
export function requireClosedCircuit(upstreams: Upstreams, service: ServiceName): CircuitBreaker {
  const { circuit } = upstreams[service];
  if (!circuit.isOpen) return circuit;
  throw upstreamUnavailable(service, new Error("circuit breaker open"));
}

/** Delay before the probe that accompanies a long call. */
const healthCheckAfterMs = 2_000;
const healthCheckTimeoutMs = 2_400;

/**
 * Sends one probe while a call that may take half a minute is waiting, so that the call fails sooner when the
 * service or its database hangs.
 *
 * @param call.headers with the identity of the caller
 * @returns stops the check
 */
export function watchHealth(
  { pool, restart }: Upstream,
  call: { service: ServiceName; timeoutMs: number; headers: Record<string, string> },
  onUnhealthy: () => void,
): (() => void) | undefined {
  if (call.timeoutMs <= defaultTimeoutMs) return undefined;
  let over = false;
  const identity = call.headers[identityHeader];
  const headers = identity === undefined ? {} : { [identityHeader]: identity };
  const timer = setTimeout(async () => {
    const health = await probe(pool, call.service, {
      timeoutMs: healthCheckTimeoutMs,
      headers,
    });
    // a restarting service has closed its port and still answers the calls that it accepted
    if (health === "unhealthy" && !restart.isWaiting && !over) onUnhealthy();
  }, healthCheckAfterMs);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
