import { once } from "node:events";
import { Redis } from "ioredis";
import type { ReadinessCheck } from "./admin-server.ts";
import type { Logger } from "./logger.ts";
import { parseRedisUrl, type ClientOptions } from "./redis-url.ts";

/**
 * Answers of a server that cannot serve us now: a demoted master, a replica that has lost its master, a server that
 * reads its data, a cluster without a majority. Redis before 7 puts the code of a script's command inside the message.
 */
const unavailable = /^(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN)\b|-READONLY /;

/**
 * A connection that fails fast: a command fails at once while there is no connection. It reconnects within a second
 * of Redis' return, and after a fail-over looks up the master again: by the host name, or at the Sentinels.
 *
 * @param url  see `parseRedisUrl`
 * @param options.commandTimeout  after this time a command has failed, in milliseconds
 */
export function connectRedis(
  url: string,
  logger: Logger,
  options: ClientOptions & { commandTimeout: number },
): Redis {
  const common: ClientOptions = {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    reconnectOnError: ({ message }) => unavailable.test(message),
    disableClientInfo: true,
    ...options,
  };
  const redis = clientOf(url, common);
  // every attempt to reconnect emits an error: logged once until the connection is ready again
  let isLogged = false;
  redis.on("error", (error: unknown) => {
    if (!isLogged) logger.error({ err: error }, "redis connection failed, reconnecting");
    isLogged = true;
  });
  redis.on("ready", () => {
    if (isLogged) logger.info("redis connection restored");
    isLogged = false;
  });
  return redis;
}

function clientOf(url: string, common: ClientOptions): Redis {
  const address = parseRedisUrl(url);
  if (typeof address === "string") return new Redis(address, common);
  return new Redis({
    ...common,
    ...address,
    sentinelRetryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    sentinelCommandTimeout: 1_000,
    // leaves a former master that still accepts writes as soon as the Sentinels name another one
    failoverDetector: true,
  });
}

/** Waits for the first connection, at most `limitMs`. */
export async function waitForRedis(redis: Redis, limitMs: number): Promise<void> {
  if (redis.status === "ready") return;
  await once(redis, "ready", { signal: AbortSignal.timeout(limitMs) }).catch(() => undefined);
}

/** Writes a key that expires: a replica answers a ping but refuses writes. */
export const redisCheck = (redis: Redis, service: string): ReadinessCheck => ({
  name: "redis",
  check: async () => {
    await redis.set(`readiness:${service}`, "1", "PX", 10_000);
  },
});

export const closeRedis = (redis: Redis) => ({
  close: async () => redis.disconnect(),
});
