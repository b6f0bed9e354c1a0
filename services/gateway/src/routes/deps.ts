import type { Logger } from "@matinale/kit";
import type { Redis } from "ioredis";
import { createIdentityTokens } from "../clients/identity-tokens.ts";
import { createProxy } from "../clients/proxy.ts";
import type { Upstreams } from "../clients/upstreams.ts";
import { createUserServices } from "../clients/user-services.ts";
import type { Config } from "../config.ts";
import { createLoginThrottle, createResetThrottle } from "../middleware/account-throttles.ts";
import { createRouteRateLimit } from "../middleware/rate-limits.ts";
import { createLastKnown } from "../store/last-known.ts";
import { createSessions } from "../store/sessions.ts";

/** What the routes are made of. */
export type AppDeps = ReturnType<typeof createDeps>;

export function createDeps(config: Config, logger: Logger, redis: Redis, upstreams: Upstreams) {
  const tokens = createIdentityTokens(config.INTERNAL_TOKEN_SECRET);
  return {
    proxy: createProxy(upstreams, tokens),
    userServices: createUserServices(upstreams, tokens),
    sessions: createSessions({
      redis,
      secrets: config.SESSION_SECRET,
      secure: config.NODE_ENV === "production",
    }),
    lastKnown: createLastKnown(redis, logger),
    ...createLoginThrottle(redis, config),
    resetThrottle: createResetThrottle(redis, config),
    routeRateLimit: createRouteRateLimit(redis, config),
  };
}
