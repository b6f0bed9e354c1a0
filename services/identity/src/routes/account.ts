import { confirmation, credentials, profilePatch, signup } from "@matinale/contracts/api";
import { HttpError, body, counter, json, readerLanguage, router } from "@matinale/kit";
import type { RequestHandler, Router } from "express";
import { changeProfile } from "../application/change-profile.ts";
import { eraseAccount } from "../application/erase-account.ts";
import { signUp } from "../application/sign-up.ts";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { pendingEmailOf, type User } from "../domain/account/account.ts";
import { isCommonPassword } from "../domain/account/common-passwords.ts";
import { texts } from "../domain/texts.ts";
import type { Stores } from "../store/index.ts";
import { pictureAddress } from "./picture.ts";

const checks = counter("identity_credential_checks_total");
const erasures = counter("identity_erasures_total");

type Deps = Stores & { passwords: Passwords };

/**
 * For people without a session.
 *
 * @param fromGateway  refuses other callers: only the gateway checks credentials, and starts the session
 */
export function openAccountRoutes(deps: Deps, fromGateway: RequestHandler[]): Router {
  return router()
    .post("/signup", json(), body(signup), async (req, res) => {
      if (isCommonPassword(req.body.password)) {
        throw new HttpError("VALIDATION_FAILED", texts.commonPassword);
      }
      const { trialUsed } = await signUp(req.body, deps);
      const text = trialUsed ? texts.signedUpWithoutTrial : texts.signedUp;
      res.status(201).json({ message: text[readerLanguage(req)] });
    })
    .post("/internal/credentials", ...fromGateway, body(credentials), async (req, res) => {
      const { email, password } = req.body;
      const user = await deps.users.byEmail(email);
      // an unknown address and a wrong password take the same time and look the same
      const matches = await deps.passwords.matches(password, user?.passwordHash);
      checks.inc({ outcome: matches ? "accepted" : "refused" });
      if (user === null || !matches) {
        throw new HttpError("INVALID_CREDENTIALS", "Invalid email or password");
      }
      res.json({ userId: user._id, passwordChangedAt: user.passwordChangedAt ?? null });
    });
}

const present = async (user: User, subscribers: Stores["subscribers"]) => ({
  username: user.username,
  email: user.email,
  phone: user.phone ?? null,
  profilePicture: pictureAddress(user),
  voicePreference: user.voice,
  language: await subscribers.languageOf(user),
});

export const accountRoutes = (stores: Deps): Router =>
  router()
    .get("/me", async (req, res) => {
      const user = await stores.users.byId(req.userId);
      res.json({
        ...(await present(user, stores.subscribers)),
        emailVerified: Boolean(user.emailVerifiedAt),
        pendingEmail: pendingEmailOf(user, new Date())?.email ?? null,
        // for the gateway, which ends sessions of another password
        passwordChangedAt: user.passwordChangedAt ?? null,
      });
    })
    .patch("/user/profile", body(profilePatch), async (req, res) => {
      const before = await stores.users.byId(req.userId);
      const after = await changeProfile(before, req.body, stores, new Date());
      res.json(await present(after, stores.subscribers));
    })
    // the gateway ends the person's sessions after this call, or at the next 401 from identity
    .delete("/user", body(confirmation), async (req, res) => {
      const user = await stores.users.byId(req.userId);
      const language = readerLanguage(req);
      if (!(await stores.passwords.matches(req.body.password, user.passwordHash))) {
        throw new HttpError("INVALID_CREDENTIALS", texts.wrongPassword);
      }
      if (await eraseAccount(req.userId, new Date(), stores)) erasures.inc();
      res.json({ success: true, message: texts.erased[language] });
    });
