import { profilePatch } from "@matinale/contracts/api";
import { body, router } from "@matinale/kit";
import type { Router } from "express";
import type { User } from "../domain/account/account.ts";

import type { EndedTrials } from "../store/ended-trials.ts";
import type { UserStore } from "../store/users.ts";
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

export const profileRoutes = (users: UserStore, endedTrials: EndedTrials): Router =>
  router()
    .get("/me", async (req, res) => {
      res.json(present(await users.byId(req.userId)));
    })
    .patch("/user/profile", body(profilePatch), async (req, res) => {
      const { language } = await users.byId(req.userId);
      const changed = users
        .changeProfile(req.userId, req.body, (email) => endedTrials.hashOfEmail(email))
        .catch(refuseTaken(language));
      res.json(present(await changed));
    });
