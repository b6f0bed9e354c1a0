export const services = ["identity", "preferences", "billing", "content", "delivery"] as const;
export type ServiceName = (typeof services)[number];
type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface ApiRoute {
  /** Who answers; the gateway itself answers log-in, log-out and the composed `me`. */
  target: ServiceName | "gateway";
  /** "required": 401 without one; "optional": read when there is one; "none": Redis is not asked. */
  session: "required" | "optional" | "none";
  /** A target that has not answered completely by then is a 504. Milliseconds. */
  limitMs: number;
}

type MethodTable = Partial<Record<Method, ApiRoute>>;

const usualMs = 5_000;
const signedIn = (target: ApiRoute["target"], limitMs = usualMs): ApiRoute => ({
  target,
  session: "required",
  limitMs,
});
const open = (target: ApiRoute["target"]): ApiRoute => ({
  target,
  session: "none",
  limitMs: usualMs,
});
const own: ApiRoute = { target: "gateway", session: "optional", limitMs: usualMs };

/** Every path under /api. What is not here does not exist; services see the path as written here. */
export const apiRoutes: ReadonlyMap<string, MethodTable> = new Map<string, MethodTable>([
  ["/signup", { POST: open("identity") }],
  ["/login", { POST: own }],
  ["/logout", { POST: own }],
  ["/me", { GET: signedIn("gateway") }],
  ["/user/profile", { PATCH: signedIn("identity") }],

  ["/user/preferences", { GET: signedIn("preferences"), PATCH: signedIn("preferences") }],
  ["/user/delivery-hours", { GET: signedIn("preferences") }],
  ["/categories", { GET: open("preferences") }],
  ["/user/categories", { GET: signedIn("preferences"), POST: signedIn("preferences") }],
  ["/user/categories/:id", { DELETE: signedIn("preferences") }],

  ["/subscription-plans", { GET: open("billing") }],
  ["/subscription-plans/:id", { GET: open("billing") }],

  ["/preview-news", { GET: signedIn("content", 30_000) }],

  ["/user/whatsapp/connect", { POST: signedIn("delivery") }],
  ["/connect-whatsapp", { POST: signedIn("delivery") }],
  ["/deliver-news", { POST: signedIn("delivery", 35_000) }],
  ["/message-history", { GET: signedIn("delivery") }],
  ["/automation/status", { GET: signedIn("delivery") }],
  ["/automation/start", { POST: signedIn("delivery") }],
  ["/automation/stop", { POST: signedIn("delivery") }],
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
