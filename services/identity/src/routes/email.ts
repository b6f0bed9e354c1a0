import { linkToken } from "@matinale/contracts/api";
import { HttpError, body, json, router } from "@matinale/kit";
import type { Router } from "express";
import { sendVerification } from "../application/change-profile.ts";
import { confirmEmail, verifyEmail } from "../application/follow-email-link.ts";
import { texts } from "../domain/texts.ts";
import type { Stores } from "../store/index.ts";

/** For the bearer of a mailed link, who may have no session. */
export const emailLinkRoutes = (stores: Stores): Router =>
  router()
    .post("/verify-email", json(), body(linkToken), async (req, res) => {
      if (!(await verifyEmail(req.body.token, stores, new Date()))) {
        throw new HttpError("LINK_EXPIRED", texts.linkExpired);
      }
      res.json({ success: true });
    })
    .post("/confirm-email", json(), body(linkToken), async (req, res) => {
      const done = await confirmEmail(req.body.token, stores, new Date());
      if (done === null) throw new HttpError("LINK_EXPIRED", texts.linkExpired);
      res.json({ success: true, done });
    });

export const emailRoutes = (stores: Stores): Router =>
  router()
    .post("/send-verification", async (req, res) => {
      await sendVerification(await stores.users.byId(req.userId), stores, new Date());
      res.json({ success: true });
    })
    .delete("/user/pending-email", async (req, res) => {
      // its links are void, and still count: they limit the mails to new addresses
      await stores.users.cancelPendingEmail(req.userId);
      res.json({ success: true });
    });
