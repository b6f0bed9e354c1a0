import type { UserId } from "@matinale/contracts";
import { counter, router } from "@matinale/kit";
import type { Router } from "express";
import type { People, TraceIds } from "../clients/people.ts";
import { compose, partNames, type PartName, type Parts } from "../domain/me.ts";
import type { LastKnown } from "../store/last-known.ts";
import type { Sessions } from "../store/sessions.ts";
import { goneForGood, signOutForGood } from "./account.ts";
import { traceIds } from "./trace-ids.ts";

const degradedParts = counter("gateway_me_degraded_total");

/** The parts that answered, and the names of those that did not. */
async function askParts(people: People, userId: UserId, ids: TraceIds) {
  const answers = await Promise.allSettled(partNames.map((name) => people.part(name, userId, ids)));
  const parts: Parts = {};
  const missing: PartName[] = [];
  for (const [index, name] of partNames.entries()) {
    const answer = answers[index];
    if (answer?.status !== "fulfilled") missing.push(name);
    else if (answer.value !== undefined) Object.assign(parts, { [name]: answer.value });
  }
  return { parts, missing };
}

export const meRoutes = (options: {
  people: People;
  sessions: Sessions;
  lastKnown: LastKnown;
}): Router => {
  const { people, sessions, lastKnown } = options;
  return router().get("/me", async (req, res) => {
    const ids = traceIds(req);
    const [profile, { parts, missing }] = await Promise.all([
      people.profile(req.userId, ids),
      askParts(people, req.userId, ids),
    ]);
    if (profile === null) {
      await signOutForGood({ sessions, lastKnown }, req, res);
      throw goneForGood();
    }
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
};
