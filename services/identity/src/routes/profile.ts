import { profilePatch } from "@matinale/contracts/api";
import { body, router } from "@matinale/kit";
import type { Router } from "express";
import { changeProfile } from "../application/change-profile.ts";
import { pendingEmailOf, type User } from "../domain/account/account.ts";
import type { Stores } from "../store/index.ts";
import { pictureAddress } from "./picture.ts";

const present = async (user: User, subscribers: Stores["subscribers"]) => ({
  username: user.username,
  email: user.email,
  phone: user.phone ?? null,
  profilePicture: pictureAddress(user),
  voicePreference: user.voice,
  language: await subscribers.languageOf(user),
});

export const profileRoutes = (stores: Stores): Router =>
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
    });
