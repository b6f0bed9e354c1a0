import { linkToken } from "@matinale/contracts/api";
import { HttpError, body, json, router } from "@matinale/kit";
import type { Router } from "express";
import { sendVerification, type EmailDeps } from "../application/change-profile.ts";
import { confirmEmail, verifyEmail } from "../application/follow-email-link.ts";
import { texts } from "../domain/texts.ts";
import { refuseTaken } from "./taken.ts";

/** For the bearer of a mailed link, who may have no session. */
export const emailLinkRoutes = (deps: EmailDeps): Router =>
  router()
    .post("/verify-email", json(), body(linkToken), async (req, res) => {
      if (!(await verifyEmail(req.body.token, deps, new Date()))) {
        throw new HttpError("LINK_EXPIRED", texts.linkExpired);
      }
      res.json({ success: true });
    })
    .post("/confirm-email", json(), body(linkToken), async (req, res) => {
      const done = await confirmEmail(req.body.token, deps, new Date()).catch(refuseTaken());
      if (done === null) throw new HttpError("LINK_EXPIRED", texts.linkExpired);
      res.json({ success: true, done });
    });

export const emailRoutes = (deps: EmailDeps): Router =>
  router()
    .post("/send-verification", async (req, res) => {
      await sendVerification(await deps.users.byId(req.userId), deps, new Date());
      res.json({ success: true });
    })
    .delete("/user/pending-email", async (req, res) => {
      // its links are void, and still count: they limit the mails to new addresses
      await deps.users.cancelPendingEmail(req.userId);
      res.json({ success: true });
    });
