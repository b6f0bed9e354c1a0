import { HttpError, body, counter, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { eraseAccount } from "../application/erase-account.ts";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { erasureSchema } from "../domain/account/account-schemas.ts";
import { texts } from "../domain/texts.ts";
import type { Stores } from "../store/index.ts";

const erasures = counter("identity_erasures_total");

/** Erases an account. The gateway ends the person's sessions after this call, or at the next 401 from identity. */
export const erasureRoutes = ({
  passwords,
  ...stores
}: Stores & { passwords: Passwords }): Router =>
  router().delete("/user", body(erasureSchema), async (req, res) => {
    const user = await stores.users.byId(req.userId);
    const language = readerLanguage(req);
    if (!(await passwords.matches(req.body.password, user.passwordHash))) {
      throw new HttpError("INVALID_CREDENTIALS", texts.wrongPassword[language]);
    }
    if (await eraseAccount(req.userId, new Date(), stores)) erasures.inc();
    res.json({ success: true, message: texts.erased[language] });
  });
