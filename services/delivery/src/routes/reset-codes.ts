import { asUserId } from "@matinale/contracts";
import { body, HttpError, httpTexts, json, query, requireService, router } from "@matinale/kit";
import type { Router } from "express";
import { z } from "zod";
import type { Deps } from "../application/deps.ts";
import { CodeNotSent, sendResetCode } from "../application/send-reset-code.ts";

const request = z.strictObject({
  userId: z.string().min(1).transform(asUserId),
  code: z.string().regex(/^\d{6}$/),
});

const accountQuery = z.object({
  /** Absent in calls of the version before. */
  hasVerifiedEmail: z.stringbool().default(false),
});

/** Only for identity, which makes the code. */
export const resetCodeRoutes = (deps: Deps, secret: string): Router =>
  router().post(
    "/internal/reset-codes",
    requireService({ audience: "delivery", secret }),
    json(),
    query(accountQuery),
    body(request),
    async (req, res) => {
      const { userId, code } = req.body;
      const account = accountQuery.parse(req.query);
      const sent = await sendResetCode(userId, code, account, deps).catch((error) => {
        if (!(error instanceof CodeNotSent)) throw error;
        throw new HttpError("SERVICE_UNAVAILABLE", httpTexts.unavailable, { cause: error });
      });
      res.json({ sent });
    },
  );
