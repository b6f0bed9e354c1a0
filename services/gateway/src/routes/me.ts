import type { UserId } from "@matinale/contracts";
import { counter, router } from "@matinale/kit";
import type { Router } from "express";
import type { AppDeps } from "./deps.ts";
import type { UserServices, TraceIds } from "../clients/user-services.ts";
import { compose, partNames, type PartName, type Parts } from "../domain/me.ts";
import { refuseErased } from "./account.ts";
import { traceIds } from "../middleware/trace-ids.ts";

const degradedParts = counter("gateway_me_degraded_total");

/** The parts of services that answered, and the names of those that failed. */
async function requestParts(userServices: UserServices, userId: UserId, ids: TraceIds) {
  const answers = await Promise.allSettled(
    partNames.map((name) => userServices.part(name, userId, ids)),
  );
  const parts: Parts = {};
  const missing: PartName[] = [];
  for (const [index, name] of partNames.entries()) {
    const answer = answers[index];
    if (answer?.status !== "fulfilled") missing.push(name);
    else if (answer.value !== undefined) Object.assign(parts, { [name]: answer.value });
  }
  return { parts, missing };
}

export const meRoutes = ({ userServices, sessions, lastKnown }: AppDeps): Router =>
  router().get("/api/me", async (req, res) => {
    const ids = traceIds(req);
    const [profile, { parts, missing }] = await Promise.all([
      userServices.profile(req.userId, ids),
      requestParts(userServices, req.userId, ids),
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
    res.json(compose(profile, parts));
  });
