import { asUserId, type UserId } from "@matinale/contracts";
import { HttpError, httpTexts, identityHeader } from "@matinale/kit";
import { z } from "zod";
import {
  type confirmation,
  type credentials,
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
import type { CallHeaders } from "./call-headers.ts";
import type { IdentityTokens } from "./identity-tokens.ts";
import { callUpstream, upstreamUnavailable, type Upstreams } from "./upstreams.ts";

export type UserServices = ReturnType<typeof createUserServices>;

/** Timeout for one part of /api/me; after it the last known part is used. Milliseconds. */
const partMs = 2_500;
const owner = z.object({ userId: z.string().min(1).transform(asUserId) });
const signedIn = owner.extend({ passwordChangedAt: profileSchema.shape.passwordChangedAt });
const changed = z.object({ passwordChangedAt: z.string() });
const withMessage = z.object({ message: z.string() });
const passedOn = z.object({
  code: z.enum([
    "INVALID_CREDENTIALS",
    "LINK_EXPIRED",
    "RESET_CODE_WRONG",
    "WRONG_PASSWORD",
    "VALIDATION_FAILED",
  ]),
  message: z.string(),
});

const gateway = "service:gateway";

interface ServiceRequest {
  /** The subject of the identity token: a person, or the gateway. */
  subject: string;
  headers: CallHeaders;
  body?: unknown;
  /** From the connection to the response, and between its parts. */
  timeoutMs?: number;
}

const failed = (service: ServiceName, status: number) =>
  status === 503
    ? upstreamUnavailable(service, new Error(`${service} answered 503`))
    : new HttpError("UPSTREAM_FAILED", httpTexts.failed, {
        cause: new Error(`${service} answered ${status}`),
      });

export function createUserServices(upstreams: Upstreams, tokens: IdentityTokens) {
  const requestService = async (
    service: ServiceName,
    method: "GET" | "POST" | "DELETE",
    path: string,
    { subject, headers, body, timeoutMs = defaultTimeoutMs }: ServiceRequest,
  ) => {
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
    request: ServiceRequest,
  ): Promise<unknown> => {
    const { status, body } = await requestService(service, "GET", path, request);
    if (status === 404 || status === 401) return null;
    if (status !== 200) throw failed(service, status);
    return body;
  };
  const me = async <S extends z.ZodType>(
    service: ServiceName,
    schema: S,
    request: ServiceRequest,
  ): Promise<z.infer<S> | null> => {
    const body = await about(service, "/me", request);
    if (body === null) return null;
    const answer = schema.safeParse(body);
    if (!answer.success) throw failed(service, 200);
    return answer.data;
  };
  /** The body of a call to identity, for which the caller gets some refusals as they are. */
  const callIdentity = async <S extends z.ZodType>(
    path: string,
    schema: S,
    request: ServiceRequest,
    method: "POST" | "DELETE" = "POST",
  ): Promise<z.infer<S>> => {
    const { status, body } = await requestService("identity", method, path, request);
    if (status === 200) return schema.parse(body);
    const { data: refused } = passedOn.safeParse(body);
    if (refused !== undefined) throw new HttpError(refused.code, refused.message);
    if (status === 401) throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
    throw failed("identity", status);
  };

  return {
    /** The person with these credentials. @throws HttpError INVALID_CREDENTIALS */
    check: (body: z.infer<typeof credentials>, headers: CallHeaders): Promise<SignedIn> =>
      callIdentity("/internal/credentials", signedIn, { subject: gateway, headers, body }),
    /** Null when the account does not exist any more. */
    profile: (subject: UserId, headers: CallHeaders): Promise<Profile | null> =>
      me("identity", profileSchema, { subject, headers }),
    /** Undefined while the service does not know the person. */
    part: async (name: PartName, subject: UserId, headers: CallHeaders): Promise<Parts[PartName]> =>
      (await me(name, partSchemas[name], { subject, headers, timeoutMs: partMs })) ?? undefined,
    /** All data that a service stores about the person; null for an unknown id. */
    export: (service: ServiceName, subject: UserId, headers: CallHeaders): Promise<unknown> =>
      about(service, "/export", { subject, headers }),
    /** Queues a link or a code for a new password. The answer is for the person. */
    requestReset: (body: z.infer<typeof resetRequest>, headers: CallHeaders) =>
      callIdentity("/internal/password-reset-requests", withMessage, {
        subject: gateway,
        headers,
        body,
      }),
    /** Sets a new password. @throws HttpError LINK_EXPIRED, RESET_CODE_WRONG, VALIDATION_FAILED */
    resetPassword: (body: z.infer<typeof passwordReset>, headers: CallHeaders) =>
      callIdentity("/internal/password-resets", owner, { subject: gateway, headers, body }),
    /** @throws HttpError WRONG_PASSWORD, VALIDATION_FAILED, UNAUTHENTICATED */
    changePassword: (subject: UserId, body: z.infer<typeof passwordChange>, headers: CallHeaders) =>
      callIdentity("/internal/password-changes", changed, { subject, headers, body }),
    /**
     * Calls identity to erase the person; the message is in the language of the caller.
     *
     * @throws HttpError INVALID_CREDENTIALS, VALIDATION_FAILED, UNAUTHENTICATED
     */
    erase: (subject: UserId, body: z.infer<typeof confirmation>, headers: CallHeaders) =>
      callIdentity("/user", withMessage, { subject, headers, body }, "DELETE"),
  };
}
