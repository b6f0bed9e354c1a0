import { router } from "@matinale/kit";
import type { Router } from "express";
import type { UserStore } from "../store/users.ts";

/**
 * Everything that identity knows of a person, for them to take away. Instants in UTC; the picture is
 * inside, so that the file stays whole when the account is gone.
 */
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
      picture: picture && `data:image/webp;base64,${picture.toString("base64")}`,
    });
  });
