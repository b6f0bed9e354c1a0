import type { UserId } from "@matinale/contracts";
import { contactMessage } from "@matinale/contracts/api";
import { body, json, readerLanguage, router } from "@matinale/kit";
import type { Request, Router } from "express";
import type { z } from "zod";
import { sendContactMessage, type ContactDeps } from "../application/send-contact-message.ts";
import { texts } from "../domain/texts.ts";

type Contact = Request<Record<string, string>, unknown, z.output<typeof contactMessage>>;

async function answer(req: Contact, userId: UserId | undefined, deps: ContactDeps) {
  const language = readerLanguage(req);
  const reference = await sendContactMessage(req.body, { userId, language }, deps);
  return { success: true, message: texts.contactReceived[language], reference };
}

export const openContactRoutes = (deps: ContactDeps): Router =>
  router().post("/contact", json(), body(contactMessage), async (req, res) => {
    res.json(await answer(req, undefined, deps));
  });

/** The contact form of people who are signed in: the message names their plan. */
export const contactRoutes = (deps: ContactDeps): Router =>
  router().post("/user/contact", body(contactMessage), async (req, res) => {
    res.json(await answer(req, req.userId, deps));
  });
