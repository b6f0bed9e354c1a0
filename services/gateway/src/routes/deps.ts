import type { IdentityTokens } from "../clients/identity-tokens.ts";
import type { Proxy } from "../clients/proxy.ts";
import type { UserServices } from "../clients/user-services.ts";
import type { LoginThrottle } from "../middleware/login-throttle.ts";
import type { ResetThrottle } from "../middleware/reset-throttle.ts";
import type { RouteRateLimit } from "../middleware/rate-limits.ts";
import type { LastKnown } from "../store/last-known.ts";
import type { Sessions } from "../store/sessions.ts";

export interface AppDeps {
  proxy: Proxy;
  tokens: IdentityTokens;
  userServices: UserServices;
  sessions: Sessions;
  lastKnown: LastKnown;
  loginThrottle: LoginThrottle;
  resetThrottle: ResetThrottle;
  routeRateLimit: RouteRateLimit;
}
