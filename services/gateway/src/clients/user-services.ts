import { asUserId, type UserId } from "@matinale/contracts";
import { HttpError, httpTexts, identityHeader } from "@matinale/kit";
import { z } from "zod";
import {
  defaultTimeoutMs,
  type passwordChange,
  type passwordReset,
  type resetRequest,
} from "@matinale/contracts/api";
import type { ServiceName } from "../domain/services.ts";
import { refusesOurToken } from "../domain/forwarded-headers.ts";
import {
  partSchemas,
  profileSchema,
  type PartName,
  type Parts,
  type Profile,
} from "../domain/me.ts";
import type { SignedIn } from "../store/sessions.ts";
import type { IdentityTokens } from "./identity-tokens.ts";
import { callUpstream, upstreamUnavailable, type Upstreams } from "./upstreams.ts";

/** Calls to services about one person. */
export interface UserServices {
  /** The person with these credentials, or null. */
  check(credentials: { email: string; password: string }, ids: TraceIds): Promise<SignedIn | null>;
  /** Null when the account does not exist any more. */
  profile(userId: UserId, ids: TraceIds): Promise<Profile | null>;
  /** Undefined while the service does not know the person. */
  part(name: PartName, userId: UserId, ids: TraceIds): Promise<Parts[PartName]>;
  /** All data that a service stores about the person; null for an unknown id. */
  export(service: ServiceName, userId: UserId, ids: TraceIds): Promise<unknown>;
  /** Queues a link or a code for a new password. The answer is for the person. */
  requestReset(
    request: z.infer<typeof resetRequest>,
    headers: CallHeaders,
  ): Promise<{ message: string }>;
  /** Sets a new password. @throws HttpError LINK_EXPIRED, RESET_CODE_WRONG, VALIDATION_FAILED */
  resetPassword(reset: z.infer<typeof passwordReset>, headers: CallHeaders): Promise<UserId>;
  /**
   * @returns when the password changed, as `SignedIn` has it
   * @throws HttpError WRONG_PASSWORD, VALIDATION_FAILED, UNAUTHENTICATED
   */
  changePassword(
    userId: UserId,
    change: z.infer<typeof passwordChange>,
    headers: CallHeaders,
  ): Promise<string>;
  /** Calls identity to erase the person; the message is in the language of the caller. */
  erase(
    userId: UserId,
    password: string,
    headers: CallHeaders,
  ): Promise<{ outcome: "erased" | "wrong password" | "gone"; message: string }>;
}

export type TraceIds = Record<"x-request-id" | "x-correlation-id", string> & {
  traceparent?: string;
};

type CallHeaders = TraceIds & { "accept-language"?: string };

/** Timeout for one part of /api/me; after it the last known part is used. Milliseconds. */
const partMs = 2_500;
const userId = z.string().min(1).transform(asUserId);
const credentialsAnswer = z.object({
  userId,
  passwordChangedAt: profileSchema.shape.passwordChangedAt,
});
const resetPasswordAnswer = z.object({ userId });
const changeAnswer = z.object({ passwordChangedAt: z.string() });
const resetAnswer = z.object({ message: z.string() });
const refusal = z.object({ code: z.string(), message: z.string() });
/** A refusal that the caller gets as it is. */
const passedOn = z.object({
  code: z.enum(["LINK_EXPIRED", "RESET_CODE_WRONG", "WRONG_PASSWORD", "VALIDATION_FAILED"]),
  message: z.string(),
});

interface ServiceRequest {
  service: ServiceName;
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** The subject of the identity token. */
  subject: string;
  headers: Record<string, string>;
  body?: unknown;
  /** From the connection to the response, and between its parts. */
  timeoutMs: number;
}

const failed = (service: ServiceName, status: number) =>
  status === 503
    ? upstreamUnavailable(service, new Error(`${service} answered 503`))
    : new HttpError("UPSTREAM_FAILED", httpTexts.failed, {
        cause: new Error(`${service} answered ${status}`),
      });

export function createUserServices(upstreams: Upstreams, tokens: IdentityTokens): UserServices {
  const requestService = async (sent: ServiceRequest) => {
    const { service, method, path, subject, headers, body, timeoutMs } = sent;
    const identity = { [identityHeader]: await tokens(subject, service) };
    const json = body === undefined ? {} : { "content-type": "application/json" };
    return callUpstream(upstreams[service], method, async () => {
      const answer = await upstreams[service].pool.request({
        method,
        path,
        headers: { ...headers, ...json, ...identity },
        body: body === undefined ? null : JSON.stringify(body),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      const status = answer.statusCode;
      const text = await answer.body.text();
      if (refusesOurToken(status, answer.headers)) throw failed(service, status);
      return { status, body: JSON.parse(text) as unknown };
    });
  };

  /** The body of a GET about a person; null when the service does not know the id (any more). */
  const about = async (
    service: ServiceName,
    path: string,
    { userId, ids, timeoutMs }: { userId: UserId; ids: TraceIds; timeoutMs: number },
  ): Promise<unknown> => {
    const { status, body } = await requestService({
      service,
      method: "GET",
      path,
      subject: userId,
      headers: ids,
      timeoutMs,
    });
    if (status === 404 || status === 401) return null;
    if (status !== 200) throw failed(service, status);
    return body;
  };
  const me = async <S extends z.ZodType>(
    service: ServiceName,
    schema: S,
    request: { userId: UserId; ids: TraceIds; timeoutMs: number },
  ): Promise<z.infer<S> | null> => {
    const body = await about(service, "/me", request);
    if (body === null) return null;
    const answer = schema.safeParse(body);
    if (!answer.success) throw failed(service, 200);
    return answer.data;
  };
  /** The body of a POST to identity, for which the caller gets some refusals as they are. */
  const postToIdentity = async <S extends z.ZodType>(
    path: string,
    schema: S,
    request: { subject: string; headers: CallHeaders; body: unknown },
  ): Promise<z.infer<S>> => {
    const { status, body } = await requestService({
      ...toIdentity,
      ...request,
      method: "POST",
      path,
    });
    if (status === 200) return schema.parse(body);
    const { data: refused } = passedOn.safeParse(body);
    if (refused !== undefined) throw new HttpError(refused.code, refused.message);
    if (status === 401) throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
    throw failed("identity", status);
  };
  const toIdentity = { service: "identity", timeoutMs: defaultTimeoutMs } as const;

  return {
    check: async (credentials, ids) => {
      const { status, body } = await requestService({
        ...toIdentity,
        method: "POST",
        path: "/internal/credentials",
        subject: "service:gateway",
        headers: ids,
        body: credentials,
      });
      if (status === 200) return credentialsAnswer.parse(body);
      if (refusal.safeParse(body).data?.code === "INVALID_CREDENTIALS") return null;
      throw failed("identity", status);
    },
    profile: (userId, ids) =>
      me("identity", profileSchema, { userId, ids, timeoutMs: defaultTimeoutMs }),
    part: async (name, userId, ids) =>
      (await me(name, partSchemas[name], { userId, ids, timeoutMs: partMs })) ?? undefined,
    export: (service, userId, ids) =>
      about(service, "/export", { userId, ids, timeoutMs: defaultTimeoutMs }),
    requestReset: (body, headers) =>
      postToIdentity("/internal/password-reset-requests", resetAnswer, {
        subject: "service:gateway",
        headers,
        body,
      }),
    resetPassword: async (body, headers) => {
      const request = { subject: "service:gateway", headers, body };
      const path = "/internal/password-resets";
      return (await postToIdentity(path, resetPasswordAnswer, request)).userId;
    },
    changePassword: async (userId, body, headers) => {
      const request = { subject: userId, headers, body };
      const path = "/internal/password-changes";
      return (await postToIdentity(path, changeAnswer, request)).passwordChangedAt;
    },
    erase: async (userId, password, headers) => {
      const { status, body } = await requestService({
        ...toIdentity,
        method: "DELETE",
        path: "/user",
        subject: userId,
        headers,
        body: { password },
      });
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
