import { confirmation } from "@matinale/contracts/api";
import { body, counter, HttpError, json, router } from "@matinale/kit";
import type { Request, Response, Router } from "express";
import type { AppDeps } from "./deps.ts";
import type { Profile } from "../domain/me.ts";
import { sessionsOf } from "./sessions.ts";
import { services, type ServiceName } from "../domain/services.ts";
import { texts } from "../domain/texts.ts";
import { callHeaders } from "../clients/call-headers.ts";

const incompleteExports = counter("gateway_exports_incomplete_total");

type SessionDeps = Pick<AppDeps, "sessions" | "lastKnown">;

async function signOutErased(
  { sessions, lastKnown }: SessionDeps,
  req: Request,
  res: Response,
): Promise<void> {
  await sessions.end(req, res);
  await lastKnown.forget(req.userId);
  await sessions.endAll(req.userId);
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
  (await deps.userServices.profile(req.userId, callHeaders(req))) ?? refuseErased(deps, req, res);

export const accountRoutes = (options: AppDeps): Router => {
  const { userServices, loginThrottle } = options;

  /** The data of a service about the person; null for a service that does not know the person, or that failed. */
  const partOf = (service: ServiceName, req: Request): Promise<unknown> => {
    const part = userServices.export(service, req.userId, callHeaders(req));
    if (service === "identity") return part;
    return part.catch(() => {
      incompleteExports.inc({ service });
      return null;
    });
  };

  return router()
    .get("/api/user/export", async (req, res) => {
      const parts = await Promise.all(
        services.map(async (service) => [service, await partOf(service, req)] as const),
      );
      const missing = parts.filter(([, part]) => part === null).map(([service]) => service);
      if (missing.includes("identity")) await refuseErased(options, req, res);
      const exportedAt = new Date().toISOString();
      res.attachment(`matinale-${exportedAt.slice(0, 19).replaceAll(":", "-")}.json`);
      const gateway = {
        sessions: await sessionsOf(req, options),
        lastKnown: await options.lastKnown.recall(req.userId),
      };
      res.json({
        exportedAt,
        missing: missing.sort(),
        ...Object.fromEntries(parts),
        gateway,
      });
    })
    .delete("/api/user", json(), body(confirmation), async (req, res) => {
      const { email } = await profileOf(options, req, res);
      // throttled, so that a stolen session cannot be used to guess the password
      const { message } = await loginThrottle(email, req.ip ?? "", () =>
        userServices.erase(req.userId, req.body, callHeaders(req)),
      ).catch((error: unknown) => {
        // another tab has erased it meanwhile
        const isGone = error instanceof HttpError && error.code === "UNAUTHENTICATED";
        if (isGone) return refuseErased(options, req, res);
        throw error;
      });
      // the account is erased: sessions that cannot be ended now end at their next call
      await signOutErased(options, req, res).catch(() => undefined);
      res.json({ success: true, message });
    });
};
