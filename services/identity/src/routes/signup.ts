import { HttpError, body, json, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { signUp } from "../application/sign-up.ts";
import { signupSchema } from "../domain/account/account-schemas.ts";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { isCommonPassword } from "../domain/account/common-passwords.ts";
import { texts } from "../domain/texts.ts";
import type { Stores } from "../store/index.ts";

export const signupRoutes = (deps: Stores & { passwords: Passwords }): Router =>
  router().post("/signup", json(), body(signupSchema), async (req, res) => {
    if (isCommonPassword(req.body.password)) {
      throw new HttpError("VALIDATION_FAILED", texts.commonPassword);
    }
    const { trialUsed } = await signUp(req.body, deps);
    const text = trialUsed ? texts.signedUpWithoutTrial : texts.signedUp;
    res.status(201).json({ message: text[readerLanguage(req)] });
  });
