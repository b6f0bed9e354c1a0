import { asUserId } from "@matinale/contracts";
import { body, HttpError, httpTexts, json, requireService, router } from "@matinale/kit";
import type { Router } from "express";
import { z } from "zod";
import type { Deps } from "../application/deps.ts";
import { CodeNotSent, sendResetCode } from "../application/send-reset-code.ts";

const request = z.strictObject({
  userId: z.string().min(1).transform(asUserId),
  code: z.string().regex(/^\d{6}$/),
  hasVerifiedEmail: z.boolean(),
});

/** Only for identity, which makes the code. */
export const resetCodeRoutes = (deps: Deps, secret: string): Router =>
  router().post(
    "/internal/reset-codes",
    requireService({ audience: "delivery", secret }),
    json(),
    body(request),
    async (req, res) => {
      const { userId, code, ...account } = req.body;
      const sent = await sendResetCode(userId, code, account, deps).catch((error) => {
        if (!(error instanceof CodeNotSent)) throw error;
        throw new HttpError("SERVICE_UNAVAILABLE", httpTexts.unavailable, { cause: error });
      });
      res.json({ sent });
    },
  );
