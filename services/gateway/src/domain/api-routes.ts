export const services = ["identity", "preferences", "billing", "content", "delivery"] as const;
export type ServiceName = (typeof services)[number];
type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** What is counted together with others of its kind, each route apart; see store/limits.ts. */
export const limitNames = ["signup", "change", "costly", "picture", "export"] as const;
export type LimitName = (typeof limitNames)[number];

export interface ApiRoute {
  /** Who answers; the gateway itself answers log-in, log-out and what it composes of several. */
  target: ServiceName | "gateway";
  /** "required": 401 without one; "own": the route begins or ends it; "none": Redis is not asked. */
  session: "required" | "own" | "none";
  /** A target that has not answered completely by then is a 504. Milliseconds. */
  limitMs: number;
  /** Calls of one person, or of one address where nobody is signed in, that are too many. */
  limit?: LimitName;
  /** The body is a file: passed on as it comes instead of read here. */
  stream?: true;
}

type MethodTable = Partial<Record<Method, ApiRoute>>;

/** A service that is well answers much sooner; people are told of one that is not within five seconds. */
export const usualMs = 4_500;
const signedIn = (
  target: ApiRoute["target"],
  more: Partial<Pick<ApiRoute, "limit" | "limitMs" | "stream">> = {},
): ApiRoute => ({ target, session: "required", limitMs: usualMs, ...more });
const change = { limit: "change" } as const;
const costly = { limit: "costly" } as const;
const picture = { limit: "picture" } as const;
const open = (target: ApiRoute["target"]): ApiRoute => ({
  target,
  session: "none",
  limitMs: usualMs,
});
const own: ApiRoute = { target: "gateway", session: "own", limitMs: usualMs };

/** Every path under /api. What is not here does not exist; services see the path as written here. */
export const apiRoutes: ReadonlyMap<string, MethodTable> = new Map<string, MethodTable>([
  ["/signup", { POST: { ...open("identity"), limit: "signup" } }],
  ["/login", { POST: own }],
  ["/logout", { POST: own }],
  ["/me", { GET: signedIn("gateway") }],
  ["/user", { DELETE: signedIn("gateway") }],
  ["/user/export", { GET: signedIn("gateway", { limit: "export" }) }],
  ["/user/profile", { PATCH: signedIn("identity", change) }],
  [
    "/user/profile-picture",
    {
      POST: signedIn("identity", { ...picture, stream: true }),
      DELETE: signedIn("identity", picture),
    },
  ],

  ["/user/preferences", { GET: signedIn("preferences"), PATCH: signedIn("preferences", change) }],
  ["/user/delivery-hours", { GET: signedIn("preferences") }],
  ["/categories", { GET: open("preferences") }],
  ["/user/categories", { GET: signedIn("preferences"), POST: signedIn("preferences", change) }],
  ["/user/categories/:id", { DELETE: signedIn("preferences", change) }],

  ["/subscription-plans", { GET: open("billing") }],
  ["/subscription-plans/:id", { GET: open("billing") }],
  ["/payment-configuration", { GET: open("billing") }],
  ["/subscription", { GET: signedIn("billing") }],
  ["/create-payment-intent", { POST: signedIn("billing", { ...costly, limitMs: 30_000 }) }],
  ["/cancel-subscription", { POST: signedIn("billing", { ...costly, limitMs: 30_000 }) }],
  ["/update-card-link", { POST: signedIn("billing", { ...costly, limitMs: 30_000 }) }],

  ["/preview-news", { GET: signedIn("content", { ...costly, limitMs: 30_000 }) }],

  ["/user/whatsapp/connect", { POST: signedIn("delivery", costly) }],
  ["/connect-whatsapp", { POST: signedIn("delivery", costly) }],
  ["/user/whatsapp/opt-in", { GET: signedIn("delivery") }],
  ["/whatsapp/number", { GET: open("delivery") }],
  ["/deliver-news", { POST: signedIn("delivery", { ...costly, limitMs: 35_000 }) }],
  ["/message-history", { GET: signedIn("delivery") }],
  ["/automation/status", { GET: signedIn("delivery") }],
  ["/automation/start", { POST: signedIn("delivery", change) }],
  ["/automation/stop", { POST: signedIn("delivery", change) }],
]);

const id = /^[\w-]{1,64}$/;

/** The table's entry for a path without /api, exact in case and slashes; undefined when there is none. */
export function findRoute(path: string): { path: string; methods: MethodTable } | undefined {
  const exact = path.includes(":") ? undefined : apiRoutes.get(path);
  if (exact !== undefined) return { path, methods: exact };
  const cut = path.lastIndexOf("/") + 1;
  const pattern = `${path.slice(0, cut)}:id`;
  const methods = id.test(path.slice(cut)) ? apiRoutes.get(pattern) : undefined;
  return methods === undefined ? undefined : { path: pattern, methods };
}

/** HEAD is answered wherever GET is (RFC 9110, 9.1). */
export const routeFor = (methods: MethodTable, method: string): ApiRoute | undefined => {
  const name = method === "HEAD" ? "GET" : method;
  return Object.hasOwn(methods, name) ? methods[name as Method] : undefined;
};

export const allowed = (methods: MethodTable): string =>
  Object.keys(methods)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
