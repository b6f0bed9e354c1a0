import type { UserId } from "@matinale/contracts";
import { counter, router } from "@matinale/kit";
import type { Router } from "express";
import type { AppDeps } from "./deps.ts";
import { callHeaders, type CallHeaders } from "../clients/call-headers.ts";
import type { UserServices } from "../clients/user-services.ts";
import { compose, partNames, type Parts } from "../domain/me.ts";
import { refuseErased } from "./account.ts";

const degradedParts = counter("gateway_me_degraded_total");

/** The parts of services that answered, and the names of those that failed. */
async function requestParts(userServices: UserServices, userId: UserId, headers: CallHeaders) {
  const answers = await Promise.all(
    partNames.map(async (name) => {
      const part = await userServices.part(name, userId, headers).catch(() => null);
      return [name, part] as const;
    }),
  );
  const missing = answers.filter(([, part]) => part === null).map(([name]) => name);
  const parts: Parts = {};
  for (const [name, part] of answers) if (part !== null) Object.assign(parts, { [name]: part });
  return { parts, missing };
}

export const meRoutes = (
  { userServices, sessions, lastKnown }: AppDeps,
  options: { sendsMail: boolean },
): Router =>
  router().get("/api/me", async (req, res) => {
    const headers = callHeaders(req);
    const [profile, { parts, missing }] = await Promise.all([
      userServices.profile(req.userId, headers),
      requestParts(userServices, req.userId, headers),
    ]);
    if (profile === null) return refuseErased({ sessions, lastKnown }, req, res);
    await sessions.requirePassword(req, profile.passwordChangedAt);
    if (missing.length === 0) lastKnown.remember(req.userId, parts);
    else {
      const known = await lastKnown.recall(req.userId);
      for (const name of missing) {
        Object.assign(parts, { [name]: known[name] });
        degradedParts.inc({ part: name });
      }
      res.setHeader("x-degraded", missing.join(", "));
    }
    res.json(compose(profile, parts, options));
  });
