import { z } from "zod";
import { errorCodes, type ErrorCode } from "../error-codes.ts";
import { schemaMessages } from "../schema-messages.ts";
import type { ServiceName } from "../services.ts";

/** Kinds of rate limits, counted for each endpoint. The gateway's configuration has the calls an hour of each kind. */
export type LimitName =
  | "signup"
  | "change"
  | "profile"
  | "costly"
  | "preview"
  | "picture"
  | "export"
  | "recovery"
  | "mail"
  | "contact";

/** Milliseconds. A healthy service answers much sooner; callers learn of a failure within five seconds. */
export const defaultTimeoutMs = 4_500;

/** One endpoint under /api. The gateway's routes, the OpenAPI document and the types of the site derive from it. */
export interface Operation {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below /api; `:id` stands for one segment. */
  path: `/${string}`;
  summary: string;
  /** What a caller must know and the schemas do not say. */
  description?: string;
  tag: "account" | "settings" | "payment" | "digest" | "site";
  /** 401 without a session. */
  signedIn: boolean;
  /** The service that answers. The gateway answers log-in, log-out and what it combines from several services. */
  service: ServiceName;
  /** Limits the calls of one person, or of one address without a session: 429 beyond it. */
  limit?: LimitName;
  /** 504 when the service has not answered completely by then. Milliseconds, `defaultTimeoutMs` by default. */
  timeoutMs?: number;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON, unless it is a form with one file. */
  body?: z.ZodType | { file: string; description: string };
  /** The successful response; its schema is null when it has no body. */
  answer: {
    status: 200 | 201 | 204;
    schema: z.ZodType | null;
    /** Descriptions, by name. */
    headers?: Readonly<Record<string, string>>;
  };
  /** When the response is 204 instead. */
  empty?: string;
  /** Its own error codes, besides those that any call may answer. */
  errors?: readonly ErrorCode[];
}

type Common = Pick<Operation, "tag" | "signedIn" | "service" | "limit" | "timeoutMs">;
type Own = Omit<Operation, "method" | "path" | "summary" | "tag" | "signedIn" | "service">;
/** Refuses a misspelt property, which a type parameter alone would accept. */
type Exactly<Given extends Own> = Given & Record<Exclude<keyof Given, keyof Own>, never>;

/**
 * Declares operations that have these properties in common. Keeps the types of methods, paths and schemas: the types
 * of the site derive from them.
 */
export function operationsWith<const Shared extends Common>(common: Shared) {
  const by =
    <const Method extends Operation["method"]>(method: Method) =>
    <const Path extends Operation["path"], const Given extends Own>(
      path: Path,
      summary: string,
      own: Exactly<Given>,
    ) => ({ ...common, method, path, summary, ...own });
  return { get: by("GET"), post: by("POST"), patch: by("PATCH"), delete: by("DELETE") };
}

/** Keeps the type of the schema: the types of the site derive from it. */
export const ok = <Schema extends z.ZodType>(
  schema: Schema,
  headers?: Readonly<Record<string, string>>,
) => ({ status: 200 as const, schema, ...(headers ? { headers } : {}) });

export const envelope = z
  .strictObject({
    message: z.string().min(1).describe("What happened and what to do next, for people"),
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    requestId: z.string().min(1).describe("Finds the request in the logs"),
  })
  .meta({ id: "Error", description: "The body of every error" });

/** Error codes of every call. */
const alwaysPossible: readonly ErrorCode[] = [
  "INVALID_PATH",
  "CSRF_HEADER_REQUIRED",
  "ORIGIN_REFUSED",
  "TOO_MANY_REQUESTS",
  "INTERNAL",
  "UPSTREAM_FAILED",
  "SERVICE_UNAVAILABLE",
  "UPSTREAM_TIMEOUT",
];
/** Further error codes of calls that need a session. */
const possibleSignedIn: readonly ErrorCode[] = ["UNAUTHENTICATED", "SESSION_STORE_UNAVAILABLE"];
/** Further error codes of calls whose body is read. */
const possibleWithBody: readonly ErrorCode[] = [
  "INVALID_JSON",
  "VALIDATION_FAILED",
  "REQUEST_TIMEOUT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

/** The gateway reads the body of every call that it passes on, also where none is needed. */
const readsBody = ({ method, service, body }: Operation): boolean =>
  body !== undefined || (method !== "GET" && service !== "gateway");

/** All codes that the operation may answer. */
export const errorsOf = (operation: Operation): ReadonlySet<ErrorCode> =>
  new Set<ErrorCode>([
    ...alwaysPossible,
    ...(operation.signedIn ? possibleSignedIn : []),
    ...(readsBody(operation) ? possibleWithBody : []),
    // another change of the person's data was made at the same moment
    ...(operation.signedIn && operation.method !== "GET" ? ["CONFLICT" as const] : []),
    ...((operation.query ?? operation.params) === undefined ? [] : ["VALIDATION_FAILED" as const]),
    ...(operation.errors ?? []),
  ]);

export const success = z.object({ success: z.literal(true), message: z.string().optional() });
export const successWithMessage = z.object({ success: z.literal(true), message: z.string() });
export const nothing = z.strictObject({});
export const instant = z.iso.datetime().describe("UTC");
export const numberInPath = z.strictObject({
  id: z.string().regex(/^(0|[1-9]\d{0,8})$/, schemaMessages.notANumber.en),
});
