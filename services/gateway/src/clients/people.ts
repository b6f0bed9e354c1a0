import { asUserId, type UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import { z } from "zod";
import type { ServiceName } from "../domain/api-routes.ts";
import {
  partSchemas,
  profileSchema,
  type PartName,
  type Parts,
  type Profile,
} from "../domain/me.ts";
import type { IdentityTokens } from "./identity-tokens.ts";
import { tooSlow, unreachable, type Upstreams } from "./upstreams.ts";

/** What services know of one person. */
export interface People {
  /** The person whose password this is, or null. */
  check(credentials: { email: string; password: string }, ids: TraceIds): Promise<UserId | null>;
  /** Null when the account does not exist any more. */
  profile(userId: UserId, ids: TraceIds): Promise<Profile | null>;
  /** Undefined when the service has not heard of the person yet. */
  part(name: PartName, userId: UserId, ids: TraceIds): Promise<Parts[PartName]>;
}

export type TraceIds = Record<"x-request-id" | "x-correlation-id", string>;

const loginMs = 5_000;
const meMs = 2_500;
const credentialsAnswer = z.object({ userId: z.string().min(1) });

interface Question {
  service: ServiceName;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  limitMs: number;
}

export function createPeople(upstreams: Upstreams, tokens: IdentityTokens): People {
  const ask = async ({ service, limitMs, ...question }: Question) => {
    const signal = AbortSignal.timeout(limitMs);
    try {
      const answer = await upstreams[service].request({ ...question, signal });
      return { status: answer.statusCode, body: await answer.body.json() };
    } catch (error) {
      throw signal.aborted ? tooSlow(service) : unreachable(service, error);
    }
  };
  const failed = (service: ServiceName, status: number) =>
    status === 503
      ? unreachable(service, new Error(`${service} answered 503`))
      : new HttpError("UPSTREAM_FAILED", "Something went wrong on our side. Try again.", {
          cause: new Error(`${service} answered ${status}`),
        });

  const me = async <S extends z.ZodType>(
    service: ServiceName,
    schema: S,
    userId: UserId,
    ids: TraceIds,
  ): Promise<z.infer<S> | null> => {
    const headers = { ...ids, "x-internal-identity": await tokens(userId, service) };
    const { status, body } = await ask({
      service,
      method: "GET",
      path: "/me",
      headers,
      limitMs: meMs,
    });
    if (status === 404) return null;
    if (status === 401) throw new HttpError("UNAUTHENTICATED", "Please log in.");
    if (status !== 200) throw failed(service, status);
    const answer = schema.safeParse(body);
    if (!answer.success) throw failed(service, status);
    return answer.data;
  };

  return {
    check: async (credentials, ids) => {
      const { status, body } = await ask({
        service: "identity",
        method: "POST",
        path: "/internal/credentials",
        headers: {
          ...ids,
          "content-type": "application/json",
          "x-internal-identity": await tokens("service:gateway", "identity"),
        },
        body: JSON.stringify(credentials),
        limitMs: loginMs,
      });
      if (status === 200) return asUserId(credentialsAnswer.parse(body).userId);
      if (z.object({ code: z.literal("INVALID_CREDENTIALS") }).safeParse(body).success) return null;
      throw failed("identity", status);
    },
    profile: (userId, ids) => me("identity", profileSchema, userId, ids),
    part: async (name, userId, ids) =>
      (await me(name, partSchemas[name], userId, ids)) ?? undefined,
  };
}
