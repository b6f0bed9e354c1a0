import { setTimeout as pause } from "node:timers/promises";
import { callersIdleMs, gauge, HttpError, identityHeader } from "@matinale/kit";
import { Pool } from "undici";
import { defaultTimeoutMs } from "@matinale/contracts/api";
import { services, type ServiceName } from "../domain/api-routes.ts";
import { createBridge, type Bridge } from "../domain/bridge.ts";
import { createCircuit, type Circuit } from "../domain/circuit.ts";
import { texts } from "../domain/texts.ts";
import { ask, NotInTime } from "./ask.ts";
import { bridgedConnect } from "./connect.ts";

/** Kept connections to a service, and whether it answers. */
interface Upstream {
  pool: Pool;
  circuit: Circuit;
  /** Shared by all connections to the service. */
  bridge: Bridge;
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
/** A service that restarts listens again sooner; less than the usual limit of a call. */
const restartMs = 4_000;

/** One read by the person's id: it needs the database and nothing else. */
const lookAt: Record<ServiceName, string> = {
  identity: "/me",
  preferences: "/me",
  billing: "/me",
  content: "/export",
  delivery: "/me",
};

type Look = "alive" | "unwell" | "unreachable";

/** Whether a service answers at all within the time. Without an identity it refuses, without any work. */
async function look(
  pool: Pool,
  service: ServiceName,
  { timeoutMs, headers = {} }: { timeoutMs: number; headers?: Record<string, string> },
): Promise<Look> {
  const question = { method: "HEAD", path: lookAt[service], headers } as const;
  try {
    const { status } = await ask(pool, question, timeoutMs);
    return status < 500 ? "alive" : "unwell";
  } catch (error) {
    return error instanceof NotInTime ? "unwell" : "unreachable";
  }
}

/** A service that is well answers a look in milliseconds, on a busy machine in tens of them. */
const trialMs = 2_000;
/** Short, so that a service that is back serves again soon. */
const pauseMs = 300;

export function createUpstreams(urls: ServiceUrls): Upstreams {
  const upstream = (service: ServiceName): Upstream => {
    const bridge = createBridge(restartMs);
    const pool = new Pool(urlOf(urls, service), {
      connections,
      connect: bridgedConnect(bridge),
      // before a service that drains closes them
      keepAliveTimeout: callersIdleMs,
      keepAliveMaxTimeout: callersIdleMs,
      // every call has one deadline of its own for all of it, set by the route table
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const answers = async (): Promise<boolean> => {
      // once everything ends there is nothing to wait for
      while (!pool.destroyed && (await look(pool, service, { timeoutMs: trialMs })) !== "alive") {
        if (!bridge.isWaiting) return false;
      }
      return true;
    };
    const circuit = createCircuit(answers, () => pause(pauseMs, undefined, { ref: false }));
    return { pool, circuit, bridge };
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

/** A call was not answered in time: the service hangs, unless it restarts. */
export function hung({ circuit, bridge }: Pick<Upstream, "circuit" | "bridge">): void {
  if (!bridge.isWaiting) circuit.hung();
}

export const closingUpstreams = (upstreams: Upstreams) => ({
  close: async () => {
    await Promise.all(Object.values(upstreams).map(({ pool }) => pool.destroy()));
  },
});

export const tooSlow = (service: ServiceName): HttpError =>
  new HttpError("UPSTREAM_TIMEOUT", texts.tookTooLong, {
    retryAfter: 5,
    cause: new Error(`${service} did not answer in time`),
  });

export const unreachable = (service: ServiceName, cause: unknown): HttpError =>
  new HttpError("SERVICE_UNAVAILABLE", texts.partAway, {
    retryAfter: 5,
    cause: new Error(`${service} cannot be reached`, { cause }),
  });

/** @throws HttpError SERVICE_UNAVAILABLE at once while the service is known not to answer */
export function enter(upstreams: Upstreams, service: ServiceName): Circuit {
  const { circuit } = upstreams[service];
  if (!circuit.isOpen) return circuit;
  throw unreachable(service, new Error("it has not answered the calls before"));
}

const lookAfterMs = 2_000;
const lookMs = 2_400;

/**
 * Some work may take half a minute; a service that hangs, or whose database does, shall not. While such
 * a call waits, the service is asked something that it always answers at once.
 *
 * @param call.headers with the identity of the person who waits
 * @returns stops looking
 */
export function whileAlive(
  { pool, bridge }: Upstream,
  call: { service: ServiceName; timeoutMs: number; headers: Record<string, string> },
  whenDead: () => void,
): (() => void) | undefined {
  if (call.timeoutMs <= defaultTimeoutMs) return undefined;
  let over = false;
  const identity = call.headers[identityHeader];
  const headers = identity === undefined ? {} : { [identityHeader]: identity };
  const timer = setTimeout(async () => {
    const seen = await look(pool, call.service, { timeoutMs: lookMs, headers });
    // a service that restarts has closed its port and still answers the calls that it accepted
    if (seen === "unwell" && !bridge.isWaiting && !over) whenDead();
  }, lookAfterMs);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
