import { asUserId } from "@matinale/contracts";
import { body, json, requireService, router } from "@matinale/kit";
import type { Router } from "express";
import { z } from "zod";
import type { Deps } from "../application/deps.ts";
import { sendResetCode } from "../application/send-reset-code.ts";

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
      res.json({ sent: await sendResetCode(userId, code, account, deps) });
    },
  );
