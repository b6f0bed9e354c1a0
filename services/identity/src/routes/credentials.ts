import { HttpError, body, json, requireService, router } from "@matinale/kit";
import type { Router } from "express";
import { checkCredentials } from "../application/check-credentials.ts";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { credentialsSchema } from "../domain/account/account-schemas.ts";
import type { UserStore } from "../store/users.ts";

/** Only for the gateway, which starts the session. An unknown address and a wrong password look the same. */
export const credentialsRoutes = (users: UserStore, passwords: Passwords, secret: string): Router =>
  router().post(
    "/internal/credentials",
    requireService({ audience: "identity", secret }),
    json(),
    body(credentialsSchema),
    async (req, res) => {
      const user = await checkCredentials(req.body, { users, passwords });
      if (user === null) throw new HttpError("INVALID_CREDENTIALS", "Invalid email or password");
      res.json({ userId: user._id, passwordChangedAt: user.passwordChangedAt ?? null });
    },
  );
