import { passwordChange, passwordReset, resetRequest } from "@matinale/contracts/api";
import { HttpError, body, readerLanguage, router } from "@matinale/kit";
import type { RequestHandler, Router } from "express";
import {
  changePassword,
  resetPassword,
  type PasswordDeps,
} from "../application/change-password.ts";
import { isCommonPassword } from "../domain/account/common-passwords.ts";
import { texts } from "../domain/texts.ts";

const refuseCommon = (password: string): void => {
  if (isCommonPassword(password)) throw new HttpError("VALIDATION_FAILED", texts.commonPassword);
};

/** Only for the gateway, which limits the calls and ends the sessions. */
export const passwordResetRoutes = (deps: PasswordDeps, fromGateway: RequestHandler[]): Router =>
  router()
    .post(
      "/internal/password-reset-requests",
      ...fromGateway,
      body(resetRequest),
      async (req, res) => {
        const { email, by, ...plan } = req.body;
        // one write and no query: neither the answer nor its time tells whether there is an account
        const kind = by === "email" ? "password_reset" : "password_reset_code";
        await deps.messages.add([{ kind, about: { email }, ...plan }], new Date());
        const text = by === "email" ? texts.resetMailed : texts.resetCodeSent;
        res.json({ message: text[readerLanguage(req)] });
      },
    )
    .post("/internal/password-resets", ...fromGateway, body(passwordReset), async (req, res) => {
      refuseCommon(req.body.password);
      const userId = await resetPassword(req.body, deps, new Date());
      if (userId === null) {
        throw "token" in req.body
          ? new HttpError("LINK_EXPIRED", texts.linkExpired)
          : new HttpError("RESET_CODE_WRONG", texts.resetCodeWrong);
      }
      res.json({ userId });
    });

/** For the gateway, which starts a new session for the person. */
export const passwordRoutes = (deps: PasswordDeps): Router =>
  router().post("/internal/password-changes", body(passwordChange), async (req, res) => {
    const user = await deps.users.byId(req.userId);
    refuseCommon(req.body.newPassword);
    const passwordChangedAt = await changePassword(user, req.body, deps);
    if (passwordChangedAt === null) {
      throw new HttpError("WRONG_PASSWORD", texts.wrongCurrentPassword);
    }
    res.json({ passwordChangedAt });
  });
