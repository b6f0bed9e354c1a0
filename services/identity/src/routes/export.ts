import { router } from "@matinale/kit";
import type { Router } from "express";
import type { UserStore } from "../store/users.ts";

/** Identity's part of the data export, in UTC. With the picture itself: its address stops working with the account. */
export const exportRoutes = (users: UserStore): Router =>
  router().get("/export", async (req, res) => {
    const user = await users.byId(req.userId);
    const picture = user.picture ? await users.pictureBytes(user.picture.key) : null;
    res.json({
      username: user.username,
      email: user.email,
      phone: user.phone ?? null,
      language: user.language,
      voice: user.voice,
      signedUpAt: user.signedUpAt,
      emailVerifiedAt: user.emailVerifiedAt ?? null,
      pendingEmail: user.pendingEmail?.email ?? null,
      passwordChangedAt: user.passwordChangedAt ?? null,
      terms: user.terms ?? null,
      picture: picture && `data:image/webp;base64,${picture.toString("base64")}`,
    });
  });
