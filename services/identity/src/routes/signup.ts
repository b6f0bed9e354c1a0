import { randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { HttpError, body, counter, json, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import type { Passwords } from "../clients/passwords.ts";
import { signupSchema } from "../domain/account-schemas.ts";
import { newUser } from "../domain/account.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";
import { texts } from "../domain/texts.ts";
import type { UserStore } from "../store/users.ts";
import { sayWhatIsTaken } from "./taken.ts";

const signups = counter("identity_signups_total");

export const signupRoutes = (users: UserStore, passwords: Passwords): Router =>
  router().post("/signup", json(), body(signupSchema), async (req, res) => {
    const { password, ...account } = req.body;
    const { language } = account;
    if (isCommonPassword(password)) {
      throw new HttpError("VALIDATION_FAILED", texts.commonPassword, { language });
    }
    const refuse = sayWhatIsTaken(language);
    // Asked first, because a hash costs a hundred times as much as this question.
    await users.requireFree(account).catch(refuse);
    const passwordHash = await passwords.hash(password);
    const id = asUserId(randomUUID());
    await users.add(newUser(account, { id, passwordHash, at: new Date() })).catch(refuse);
    signups.inc();
    res.status(201).json({ message: texts.signedUp[readerLanguage(req, language)] });
  });
