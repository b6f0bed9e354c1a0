import { createLogger, loadConfig, runService } from "@matinale/kit";
import { createGateway } from "./app.ts";
import { heldBytes } from "./clients/stream-proxy.ts";
import { closingUpstreams, createUpstreams } from "./clients/upstreams.ts";
import { schema } from "./config.ts";
import { answerUnreadable, readEveryRequest } from "./routes/unreadable.ts";
import { closingRedis, connected, connectRedis, redisCheck } from "./store/redis.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "gateway", level: config.LOG_LEVEL });
const redis = connectRedis(config.REDIS_URL, logger);
const upstreams = createUpstreams(config);
await connected(redis, 3_000);

await runService({
  name: "gateway",
  config,
  logger,
  app: createGateway({ config, logger, redis, upstreams }),
  server: {
    ...readEveryRequest,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 2_000,
    highWaterMark: heldBytes,
  },
  onServer: answerUnreadable,
  ready: [redisCheck(redis)],
  close: [closingUpstreams(upstreams), closingRedis(redis)],
});
