import { router } from "@matinale/kit";
import type { Router } from "express";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** A person's data in content: copies of other services' data, and the requests for digests. Digests belong to no person. */
export const exportRoutes = ({
  subscribers,
  requests,
}: {
  subscribers: SubscriberStore;
  requests: DigestRequestStore;
}): Router =>
  router().get("/export", async (req, res) => {
    const [known, requested] = await Promise.all([
      subscribers.document(req.userId),
      requests.of(req.userId),
    ]);
    const { version: _, ...preferences } = known?.preferences ?? { version: 0 };
    res.json({
      copies: {
        ...preferences,
        voice: known?.user?.voice ?? null,
        subscription: known?.subscription ?? null,
      },
      requests: requested.map(({ _id, dueAt, manual, state, order, expiresAt }) => ({
        id: _id,
        dueAt,
        manual,
        state,
        order,
        keptUntil: expiresAt,
      })),
    });
  });
