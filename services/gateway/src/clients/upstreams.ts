import { HttpError } from "@matinale/kit";
import { Pool } from "undici";
import { services, type ServiceName } from "../domain/api-routes.ts";

/** Kept connections to every service. */
export type Upstreams = Record<ServiceName, Pool>;

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
const connectMs = 2_000;

export function createUpstreams(urls: ServiceUrls): Upstreams {
  const pool = (service: ServiceName) =>
    new Pool(urlOf(urls, service), {
      connections,
      connect: { timeout: connectMs },
      // every call has one deadline of its own for all of it, set by the route table
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  return Object.fromEntries(services.map((service) => [service, pool(service)])) as Upstreams;
}

export const closingUpstreams = (upstreams: Upstreams) => ({
  close: async () => {
    await Promise.all(Object.values(upstreams).map((pool) => pool.destroy()));
  },
});

export const tooSlow = (service: ServiceName): HttpError =>
  new HttpError("UPSTREAM_TIMEOUT", "This took too long. Try again in a moment.", {
    retryAfter: 5,
    cause: new Error(`${service} did not answer in time`),
  });

export const unreachable = (service: ServiceName, cause: unknown): HttpError =>
  new HttpError(
    "SERVICE_UNAVAILABLE",
    "This part of Matinale is not available. Try again in a moment.",
    { retryAfter: 5, cause: new Error(`${service} cannot be reached`, { cause }) },
  );
