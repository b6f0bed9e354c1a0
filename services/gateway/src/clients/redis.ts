import { once } from "node:events";
import type { Logger, ReadinessCheck } from "@matinale/kit";
import { Redis } from "ioredis";

/**
 * A connection that fails fast: a command times out after two seconds, and fails at once while there is no
 * connection. It reconnects within a second of Redis' return.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: 2_000,
    // a frozen Redis does not close its connections: close them here, so that later commands fail at once
    socketTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    disableClientInfo: true,
    // commands of one turn of the event loop go out in one write
    enableAutoPipelining: true,
  });
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

/** Waits for the first connection, at most `limitMs`: without Redis the gateway serves what needs no session. */
export async function waitForRedis(redis: Redis, limitMs: number): Promise<void> {
  if (redis.status === "ready") return;
  await once(redis, "ready", { signal: AbortSignal.timeout(limitMs) }).catch(() => undefined);
}

export const redisCheck = (redis: Redis): ReadinessCheck => ({
  name: "redis",
  check: async () => {
    await redis.ping();
  },
});

export const closeRedis = (redis: Redis) => ({
  close: async () => redis.disconnect(),
});
