import { serviceNames } from "@matinale/contracts";
import {
  defaultTimeoutMs,
  operations,
  type LimitName,
  type Operation,
} from "@matinale/contracts/api";

export type ServiceName = Exclude<Operation["service"], "gateway">;
/** The services behind the gateway. */
export const services = serviceNames.filter((name): name is ServiceName => name !== "gateway");

/** What the gateway does with one endpoint. */
export interface ApiRoute {
  service: Operation["service"];
  /** "required": 401 without a session; "own": the route starts or ends it; "none": the session is not read. */
  session: "required" | "own" | "none";
  /** The gateway answers 504 when the response is not complete within this time. Milliseconds. */
  timeoutMs: number;
  /** The limit to count this call against: per signed-in person, without a session per address. */
  limit?: LimitName;
  /** The body is a file: it is streamed to the service instead of read here. */
  isUpload: boolean;
}

type Method = Operation["method"];
type MethodTable = Partial<Record<Method, ApiRoute>>;

function sessionOf({ signedIn, service }: Operation): ApiRoute["session"] {
  if (signedIn) return "required";
  return service === "gateway" ? "own" : "none";
}

const routeOf = (operation: Operation): ApiRoute => ({
  service: operation.service,
  session: sessionOf(operation),
  timeoutMs: operation.timeoutMs ?? defaultTimeoutMs,
  ...(operation.limit === undefined ? {} : { limit: operation.limit }),
  isUpload: operation.body !== undefined && "file" in operation.body,
});

const byPath = Map.groupBy(operations, ({ path }) => path as string);

/** Every path under /api, as services receive it. Other paths are 404. */
export const apiRoutes: ReadonlyMap<string, MethodTable> = new Map(
  [...byPath].map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map((each) => [each.method, routeOf(each)])) as MethodTable,
  ]),
);

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
