import { randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { HttpError, body, counter, json, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { signupSchema } from "../domain/account/account-schemas.ts";
import { newUser } from "../domain/account/account.ts";
import { isCommonPassword } from "../domain/account/common-passwords.ts";
import { texts } from "../domain/texts.ts";
import type { EndedTrials } from "../store/ended-trials.ts";
import type { UserStore } from "../store/users.ts";
import { sayWhatIsTaken } from "./taken.ts";

const signups = counter("identity_signups_total");

export const signupRoutes = (
  users: UserStore,
  passwords: Passwords,
  endedTrials: EndedTrials,
): Router =>
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
    const at = new Date();
    const known = await endedTrials.wereUsed(account, at);
    await users.add(newUser(account, { id, passwordHash, at, trialUsed: known })).catch(refuse);
    // The account that had this address may have been deleted since it was asked.
    const trialUsed = known || (await endedTrials.wereUsed(account, at));
    if (trialUsed && !known) await users.takeTrial(id);
    signups.inc();
    const said = trialUsed ? texts.signedUpWithoutTrial : texts.signedUp;
    res.status(201).json({ message: said[readerLanguage(req, language)] });
  });
