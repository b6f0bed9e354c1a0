import { confirmation } from "@matinale/contracts/api";
import { body, counter, HttpError, json, router } from "@matinale/kit";
import type { Request, Response, Router } from "express";
import type { AppDeps } from "./deps.ts";
import { services, type ServiceName } from "../domain/services.ts";
import { texts } from "../domain/texts.ts";
import { traceIds } from "../middleware/trace-ids.ts";

const incompleteExports = counter("gateway_exports_incomplete_total");

/** Ends all sessions of a person whose account was erased. */
export async function signOutErased(
  { sessions, lastKnown }: Pick<AppDeps, "sessions" | "lastKnown">,
  req: Request,
  res: Response,
): Promise<void> {
  await lastKnown.forget(req.userId);
  await sessions.endAll(req.userId);
  await sessions.end(req, res);
}
export const accountGone = () => new HttpError("UNAUTHENTICATED", texts.accountGone);

/** Export of the data of a person, and erasure. */
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
      if (missing.includes("identity")) {
        await signOutErased(options, req, res);
        throw accountGone();
      }
      const exportedAt = new Date().toISOString();
      res.attachment(`matinale-${exportedAt.slice(0, 10)}.json`);
      // always in the same order
      const ordered = services.map((service) => [service, parts[service] ?? null] as const);
      res.json({ exportedAt, missing: missing.sort(), ...Object.fromEntries(ordered) });
    })
    .delete("/api/user", json(), body(confirmation), async (req, res) => {
      const ids = traceIds(req);
      const profile = await userServices.profile(req.userId, ids);
      if (profile === null) {
        await signOutErased(options, req, res);
        throw accountGone();
      }
      // throttled, so that a stolen session cannot be used to guess the password
      const attempt = await loginThrottle.start(profile.email, req.ip ?? "");
      const language = req.headers["accept-language"];
      const answer = await userServices
        .erase(req.userId, req.body.password, {
          ...ids,
          ...(language && { "accept-language": language }),
        })
        .catch(async (error: unknown) => {
          await attempt.undecided();
          throw error;
        });
      if (answer.outcome === "wrong password") {
        throw new HttpError("INVALID_CREDENTIALS", answer.message);
      }
      await attempt.succeeded();
      await signOutErased(options, req, res);
      if (answer.outcome === "gone") throw accountGone();
      res.json({ success: true, message: answer.message });
    });
};
