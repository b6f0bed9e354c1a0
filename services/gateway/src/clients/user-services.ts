import { asUserId, type UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { z } from "zod";
import { defaultTimeoutMs } from "@matinale/contracts/api";
import type { ServiceName } from "../domain/api-routes.ts";
import { refusesOurToken } from "../domain/forwarded-headers.ts";
import {
  partSchemas,
  profileSchema,
  type PartName,
  type Parts,
  type Profile,
} from "../domain/me.ts";
import { isReset, request, TimeoutError, type Request } from "./request.ts";
import type { IdentityTokens } from "./identity-tokens.ts";
import {
  requireClosedCircuit,
  recordTimeout,
  upstreamTimeout,
  upstreamUnavailable,
  type Upstreams,
} from "./upstreams.ts";

/** Calls to services about one person. */
export interface UserServices {
  /** The id of the person with these credentials, or null. */
  check(credentials: { email: string; password: string }, ids: TraceIds): Promise<UserId | null>;
  /** Null when the account does not exist any more. */
  profile(userId: UserId, ids: TraceIds): Promise<Profile | null>;
  /** Undefined while the service does not know the person. */
  part(name: PartName, userId: UserId, ids: TraceIds): Promise<Parts[PartName]>;
  /** All data that a service stores about the person; null for an unknown id. */
  export(service: ServiceName, userId: UserId, ids: TraceIds): Promise<unknown>;
  /** Calls identity to erase the person; the message is in the language of the caller. */
  erase(
    userId: UserId,
    password: string,
    headers: TraceIds & { "accept-language"?: string },
  ): Promise<{ outcome: "erased" | "wrong password" | "gone"; message: string }>;
}

export type TraceIds = Record<"x-request-id" | "x-correlation-id", string> & {
  traceparent?: string;
};

/** Timeout for one part of /api/me; after it the last known part is used. Milliseconds. */
const partMs = 2_500;
const credentialsAnswer = z.object({ userId: z.string().min(1) });
const refusal = z.object({ code: z.string(), message: z.string() });

interface ServiceRequest extends Request {
  service: ServiceName;
  timeoutMs: number;
}

const failed = (service: ServiceName, status: number) =>
  status === 503
    ? upstreamUnavailable(service, new Error(`${service} answered 503`))
    : new HttpError("UPSTREAM_FAILED", httpTexts.failed, {
        cause: new Error(`${service} answered ${status}`),
      });

export function createUserServices(upstreams: Upstreams, tokens: IdentityTokens): UserServices {
  const requestService = async ({ service, timeoutMs, ...sent }: ServiceRequest) => {
    const circuit = requireClosedCircuit(upstreams, service);
    try {
      const once = () => request(upstreams[service].pool, sent, timeoutMs);
      const { status, headers, text } = await once().catch((error: unknown) => {
        if (sent.method === "GET" && isReset(error)) return once();
        throw error;
      });
      circuit.recordAnswer();
      const body: unknown = JSON.parse(text);
      if (refusesOurToken(status, headers)) throw failed(service, status);
      return { status, body };
    } catch (error) {
      if (error instanceof HttpError) throw error;
      if (error instanceof TimeoutError) {
        recordTimeout(upstreams[service]);
        throw upstreamTimeout(service);
      }
      circuit.recordConnectionError();
      throw upstreamUnavailable(service, error);
    }
  };

  /** The body of a GET about a person; null when the service does not know the id (any more). */
  const about = async (
    service: ServiceName,
    path: string,
    { userId, ids, timeoutMs }: { userId: UserId; ids: TraceIds; timeoutMs: number },
  ): Promise<unknown> => {
    const headers = { ...ids, "x-internal-identity": await tokens(userId, service) };
    const { status, body } = await requestService({
      service,
      method: "GET",
      path,
      headers,
      timeoutMs,
    });
    if (status === 404 || status === 401) return null;
    if (status !== 200) throw failed(service, status);
    return body;
  };
  const me = async <S extends z.ZodType>(
    service: ServiceName,
    schema: S,
    { userId, ids, timeoutMs }: { userId: UserId; ids: TraceIds; timeoutMs: number },
  ): Promise<z.infer<S> | null> => {
    const body = await about(service, "/me", { userId, ids, timeoutMs });
    if (body === null) return null;
    const answer = schema.safeParse(body);
    if (!answer.success) throw failed(service, 200);
    return answer.data;
  };
  const send = async (
    line: Pick<Request, "method" | "path">,
    subject: string,
    body: unknown,
    ids: TraceIds,
  ) =>
    requestService({
      service: "identity",
      ...line,
      headers: {
        ...ids,
        "content-type": "application/json",
        "x-internal-identity": await tokens(subject, "identity"),
      },
      body: JSON.stringify(body),
      timeoutMs: defaultTimeoutMs,
    });

  return {
    check: async (credentials, ids) => {
      const line = { method: "POST", path: "/internal/credentials" } as const;
      const { status, body } = await send(line, "service:gateway", credentials, ids);
      if (status === 200) return asUserId(credentialsAnswer.parse(body).userId);
      if (refusal.safeParse(body).data?.code === "INVALID_CREDENTIALS") return null;
      throw failed("identity", status);
    },
    profile: (userId, ids) =>
      me("identity", profileSchema, { userId, ids, timeoutMs: defaultTimeoutMs }),
    part: async (name, userId, ids) =>
      (await me(name, partSchemas[name], { userId, ids, timeoutMs: partMs })) ?? undefined,
    export: (service, userId, ids) =>
      about(service, "/export", { userId, ids, timeoutMs: defaultTimeoutMs }),
    erase: async (userId, password, headers) => {
      const line = { method: "DELETE", path: "/user" } as const;
      const { status, body } = await send(line, userId, { password }, headers);
      const message = z.object({ message: z.string() }).safeParse(body).data?.message ?? "";
      if (status === 200) return { outcome: "erased", message };
      const code = refusal.safeParse(body).data?.code;
      if (code === "INVALID_CREDENTIALS") return { outcome: "wrong password", message };
      if (status === 404 || status === 401) return { outcome: "gone", message };
      if (status === 400) throw new HttpError("VALIDATION_FAILED", message);
      throw failed("identity", status);
    },
  };
}
