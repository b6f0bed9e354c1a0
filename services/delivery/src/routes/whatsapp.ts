import { defaultCountry, type Language, type UserId } from "@matinale/contracts";
import { connection } from "@matinale/contracts/api";
import { body, HttpError, isDuplicateKey, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { renderSVG } from "uqr";
import type { Config } from "../config.ts";
import {
  claimed,
  dayOf,
  isFrom,
  isVerified,
  secondsOfDayLeft,
  startLink,
  withNumber,
} from "../domain/conversation/connection.ts";
import { idFrom } from "../domain/delivery/delivery.ts";
import { notice } from "../domain/schedule/plan-delivery.ts";
import { digitsOf, orderedSpellings } from "../domain/subscriber/phone.ts";
import { languageOf, optedOut, type Subscriber } from "../domain/subscriber/subscriber.ts";
import { siteText } from "../domain/conversation/wording.ts";
import type { WhatsApp } from "../domain/channel/whatsapp.ts";
import type { Deps } from "../application/deps.ts";
import { changeNumber } from "../application/connect-number.ts";

type NumberConfig = Pick<Config, "CONNECTS_PER_DAY" | "PHONE_NUMBERS" | "WHATSAPP_BUSINESS_NUMBER">;

export function whatsappRoutes(
  { CONNECTS_PER_DAY, PHONE_NUMBERS, WHATSAPP_BUSINESS_NUMBER }: NumberConfig,
  deps: Deps,
): Router {
  const { subscribers } = deps;
  const ourDigits = digitsOf(WHATSAPP_BUSINESS_NUMBER);
  /** Counts attempts with a number other than the account's own: each would show whether that number is known. */
  const countAttempt = async (userId: UserId, now: Date, language: Language) => {
    const attempts = await subscribers.countOn(dayOf(now), "connects", userId);
    if (attempts <= CONNECTS_PER_DAY) return;
    throw new HttpError("TOO_MANY_REQUESTS", siteText("tooManyConnects", language), {
      retryAfter: secondsOfDayLeft(now),
    });
  };

  return router()
    .post(["/user/whatsapp/connect", "/connect-whatsapp"], body(connection), async (req, res) => {
      const now = deps.now();
      const before = await subscribers.of(req.userId);
      const language = readerLanguage(req, languageOf(before));
      // Loaded on demand: its tables of all countries are large.
      const { readPhone } = await import("../domain/subscriber/read-phone.ts");
      const typed = readPhone(
        req.body.phone,
        before?.preferences?.country ?? defaultCountry,
        PHONE_NUMBERS,
      );
      // our number cannot write to itself
      const phone = typed !== null && digitsOf(typed) === ourDigits ? null : typed;
      if (before === null) await subscribers.ensure(req.userId);
      if (phone === null || before === null || !isOwn(phone, before)) {
        await countAttempt(req.userId, now, language);
      }
      if (phone === null)
        throw new HttpError("VALIDATION_FAILED", siteText("invalidPhone", language));
      const phoneTaken = new HttpError("PHONE_TAKEN", siteText("phoneTaken", language));
      if (await subscribers.addresses.isAnothers(digitsOf(phone), req.userId)) throw phoneTaken;
      const after = await changeNumber(
        req.userId,
        (subscriber) =>
          isOwn(phone, subscriber) ? null : withNumber(subscriber, claimed(phone, now)),
        deps,
      ).catch((error: unknown) => {
        throw isDuplicateKey(error) ? phoneTaken : error;
      });
      const phoneStopped = await deps.phoneStops.isStopped(digitsOf(phone));
      const state = resultOf(after, phoneStopped, deps.whatsapp);
      const isAsked = state === "connected" && (await askForConsent(after, phone, now, deps));
      const result = state === "connected" && !isAsked ? "connectedWriteFirst" : state;
      res.json({
        success: true,
        message: siteText(result, language).replace("{link}", startLink(WHATSAPP_BUSINESS_NUMBER)),
        whatsappConnected: true,
        phone: after?.channel?.phone ?? phone,
      });
    })
    .get("/user/whatsapp/opt-in", async (req, res) => {
      await subscribers.ensure(req.userId);
      const { code, expiresAt } = await deps.codes.codeFor(req.userId, deps.now());
      const link = startLink(WHATSAPP_BUSINESS_NUMBER, code);
      const svg = renderSVG(link, { ecc: "M", border: 4 });
      res.set("cache-control", "no-store");
      res.json({ link, svg, code, expiresAt: expiresAt.toISOString() });
    })
    .get("/me", async (req, res) => {
      const subscriber = await subscribers.of(req.userId);
      const channel = subscriber?.channel;
      res.json({ whatsappConnected: channel !== undefined, phone: channel?.phone ?? null });
    });
}

/** Whether this is the number of the account already: once its phone has confirmed it, in any spelling. */
function isOwn(phone: string, { channel }: Subscriber): boolean {
  if (channel?.verifiedAt === undefined) return channel?.phone === phone;
  return isFrom(channel, { from: digitsOf(phone) });
}

/** A phone that has sent STOP gets no opt-in message from any account, until it sends START. */
function resultOf(
  subscriber: Subscriber | null,
  phoneStopped: boolean,
  { isLinkedPhone }: WhatsApp,
) {
  if (subscriber !== null && optedOut(subscriber)) return "stoppedByPhone";
  if (subscriber !== null && isVerified(subscriber)) return "alreadyConnected";
  if (phoneStopped) return "stoppedByPhone";
  return isLinkedPhone ? "connectedWriteFirst" : "connected";
}

/** The business number. Public: it needs no session. */
export const businessNumberRoutes = ({
  WHATSAPP_BUSINESS_NUMBER: number,
}: Pick<Config, "WHATSAPP_BUSINESS_NUMBER">): Router => {
  const link = startLink(number);
  const svg = renderSVG(link, { ecc: "M", border: 4 });
  return router().get("/whatsapp/number", (_req, res) => {
    res.set("cache-control", "public, max-age=300");
    res.json({ number, link, svg });
  });
};

/** Sends the opt-in message, at most once a day for a number, from all accounts together. @returns false when it is not sent now */
async function askForConsent(
  subscriber: Subscriber | null,
  phone: string,
  now: Date,
  { deliveries, optInMessages, onWork }: Deps,
): Promise<boolean> {
  if (subscriber === null) return false;
  const day = dayOf(now);
  const id = `optin-${idFrom(...orderedSpellings(digitsOf(phone)), day)}`;
  if ((await deliveries.find(id)) !== null) return false;
  // after the account of the first message was deleted
  if (!(await optInMessages.claim(digitsOf(phone), day))) return false;
  const content = { template: { name: "opt_in", parameters: [] } };
  const delivery = notice(subscriber, { id, content, now });
  const inserted = delivery === null ? [] : await deliveries.insert([{ delivery }]);
  onWork();
  return inserted.length > 0;
}
