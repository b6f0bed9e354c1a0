import { profilePatch } from "@matinale/contracts/api";
import { body, router } from "@matinale/kit";
import type { Router } from "express";
import { changeProfile, type EmailDeps } from "../application/change-profile.ts";
import { pendingEmailOf, type User } from "../domain/account/account.ts";
import { pictureAddress } from "./picture-address.ts";
import { refuseTaken } from "./taken.ts";

const present = (user: User) => ({
  username: user.username,
  email: user.email,
  phone: user.phone ?? null,
  profilePicture: pictureAddress(user),
  voicePreference: user.voice,
  language: user.language,
});

export const profileRoutes = (deps: EmailDeps): Router =>
  router()
    .get("/me", async (req, res) => {
      const user = await deps.users.byId(req.userId);
      res.json({
        ...present(user),
        emailVerified: Boolean(user.emailVerifiedAt),
        pendingEmail: pendingEmailOf(user, new Date())?.email ?? null,
        // for the gateway, which ends sessions of another password
        passwordChangedAt: user.passwordChangedAt ?? null,
      });
    })
    .patch("/user/profile", body(profilePatch), async (req, res) => {
      const before = await deps.users.byId(req.userId);
      const changed = changeProfile(before, req.body, deps, new Date());
      res.json(present(await changed.catch(refuseTaken(before.language))));
    });
