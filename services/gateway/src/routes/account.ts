import { confirmation } from "@matinale/contracts/api";
import { body, counter, HttpError, json, router } from "@matinale/kit";
import type { Request, Response, Router } from "express";
import type { AppDeps } from "./deps.ts";
import type { Profile } from "../domain/me.ts";
import { sessionsOf } from "./sessions.ts";
import { services, type ServiceName } from "../domain/services.ts";
import { texts } from "../domain/texts.ts";
import { callHeaders, traceIds } from "../middleware/trace-ids.ts";

const incompleteExports = counter("gateway_exports_incomplete_total");

type SessionDeps = Pick<AppDeps, "sessions" | "lastKnown">;

async function signOutErased(
  { sessions, lastKnown }: SessionDeps,
  req: Request,
  res: Response,
): Promise<void> {
  await lastKnown.forget(req.userId);
  await sessions.endAll(req.userId);
  await sessions.end(req, res);
}

/** @throws HttpError UNAUTHENTICATED, after all sessions of the erased person have ended */
export async function refuseErased(deps: SessionDeps, req: Request, res: Response): Promise<never> {
  await signOutErased(deps, req, res);
  throw new HttpError("UNAUTHENTICATED", texts.accountGone);
}

/** @throws HttpError UNAUTHENTICATED when the account of the session was erased */
export const profileOf = async (
  deps: SessionDeps & Pick<AppDeps, "userServices">,
  req: Request,
  res: Response,
): Promise<Profile> =>
  (await deps.userServices.profile(req.userId, traceIds(req))) ?? refuseErased(deps, req, res);

export const accountRoutes = (options: AppDeps): Router => {
  const { userServices, loginThrottle } = options;

  /** The data of each service about the person, and the names of services that failed. */
  const gather = async (req: Request) => {
    const parts: Partial<Record<ServiceName, unknown>> = {};
    const missing: ServiceName[] = [];
    const collect = async (service: ServiceName) => {
      const part = await userServices.export(service, req.userId, traceIds(req));
      if (part !== null) parts[service] = part;
      else missing.push(service);
    };
    const others = services.filter((service) => service !== "identity");
    await Promise.all([
      collect("identity"),
      ...others.map((service) =>
        collect(service).catch(() => {
          missing.push(service);
          incompleteExports.inc({ service });
        }),
      ),
    ]);
    return { parts, missing };
  };

  return router()
    .get("/api/user/export", async (req, res) => {
      const { parts, missing } = await gather(req);
      if (missing.includes("identity")) await refuseErased(options, req, res);
      const exportedAt = new Date().toISOString();
      res.attachment(`matinale-${exportedAt.slice(0, 10)}.json`);
      // always in the same order
      const ordered = services.map((service) => [service, parts[service] ?? null] as const);
      const gateway = {
        sessions: await sessionsOf(req, options),
        lastKnown: await options.lastKnown.recall(req.userId),
      };
      res.json({
        exportedAt,
        missing: missing.sort(),
        ...Object.fromEntries(ordered),
        gateway,
      });
    })
    .delete("/api/user", json(), body(confirmation), async (req, res) => {
      const { email } = await profileOf(options, req, res);
      // throttled, so that a stolen session cannot be used to guess the password
      const answer = await loginThrottle.guard(email, req.ip ?? "", async () => {
        const erased = await userServices.erase(req.userId, req.body.password, callHeaders(req));
        if (erased.outcome === "wrong password") {
          throw new HttpError("INVALID_CREDENTIALS", erased.message);
        }
        return erased;
      });
      if (answer.outcome === "gone") await refuseErased(options, req, res);
      await signOutErased(options, req, res);
      res.json({ success: true, message: answer.message });
    });
};
