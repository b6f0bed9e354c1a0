import type { Logger, Service } from "@matinale/kit";
import { closeRedis, connectRedis, redisCheck, waitForRedis } from "@matinale/kit/redis";
import { closeUpstreams, createUpstreams } from "./clients/upstreams.ts";
import type { Config } from "./config.ts";
import { gatewayApp } from "./app.ts";
import { createDeps } from "./routes/deps.ts";
import { answerMalformedRequests, parserOptions } from "./middleware/malformed-requests.ts";

/** Creates the app and its connections; nothing listens yet. */
export function createGateway(config: Config, logger: Logger) {
  const redis = connectRedis(config.REDIS_URL, logger, {
    commandTimeout: 2_000,
    // a frozen Redis does not close its connections: close them here, so that later commands fail at once
    socketTimeout: 2_000,
    // commands of one turn of the event loop go out in one write
    enableAutoPipelining: true,
  });
  const upstreams = createUpstreams(config);
  const app = gatewayApp(config, logger, createDeps(config, logger, redis, upstreams));
  return { redis, upstreams, app };
}

/** Waits up to three seconds for Redis; without it the gateway serves what needs no session. */
export async function gatewayService(config: Config, logger: Logger): Promise<Service> {
  const { redis, upstreams, app } = createGateway(config, logger);
  await waitForRedis(redis, 3_000);
  return {
    name: "gateway",
    config,
    logger,
    app,
    server: {
      ...parserOptions,
      keepAliveTimeout: config.KEEP_ALIVE_SECONDS * 1_000,
      connectionsCheckingInterval: 2_000,
    },
    onServer: answerMalformedRequests,
    // not in `ready`: without Redis the site, webhooks and audio still work
    reported: [redisCheck(redis, "gateway")],
    close: [closeUpstreams(upstreams), closeRedis(redis)],
  };
}
