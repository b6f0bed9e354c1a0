import { createHash, randomInt } from "node:crypto";
import type { UserId } from "@matinale/contracts";
import { connection } from "@matinale/contracts/api";
import { body, HttpError, isDuplicateKey, router } from "@matinale/kit";
import type { RequestHandler, Router } from "express";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { readPhone } from "../domain/phone.ts";
import { notice } from "../domain/plan-delivery.ts";
import { type Channel, languageOf, type Subscriber } from "../domain/subscriber.ts";
import { optInTemplate, say } from "../domain/wording.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { Schedules } from "../store/schedules.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

export interface WhatsappRouteDeps {
  subscribers: SubscriberStore;
  deliveries: DeliveryStore;
  schedules: Schedules;
  now: () => Date;
  /** Something may be sent at once. */
  onWork: () => void;
}

type Connect = RequestHandler<Record<string, string>, unknown, z.infer<typeof connection>>;

/** The WhatsApp number of a person. */
export function whatsappRoutes(
  { CONNECTS_PER_DAY }: Pick<Config, "CONNECTS_PER_DAY">,
  deps: WhatsappRouteDeps,
): Router {
  const { subscribers, schedules } = deps;
  const connect: Connect = async (req, res) => {
    const now = deps.now();
    const before = await subscribers.of(req.userId);
    const language = before === null ? "fr" : languageOf(before);
    const phone = readPhone(req.body.phone, before?.preferences?.country ?? "fr");
    if (phone === null) throw new HttpError("VALIDATION_FAILED", say("invalidPhone", language));
    if (before === null) await subscribers.ensure(req.userId);
    const after = await schedules
      .change(req.userId, now, ({ channel, stopped }) => {
        if (channel?.phone === phone) return null;
        const connects = counted(channel, now);
        if (connects.count > CONNECTS_PER_DAY) {
          throw new HttpError("TOO_MANY_REQUESTS", say("tooManyConnects", language), {
            retryAfter: 3_600,
          });
        }
        return {
          channel: { phone, connectedAt: now, code: newCode(), connects },
          newNumber: true,
          // A STOP was said by the phone that is no longer connected.
          ...(stopped?.by === "site" ? { stopped } : {}),
        };
      })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        throw new HttpError("PHONE_TAKEN", say("phoneTaken", language));
      });
    const verified = after?.channel?.verifiedAt !== undefined;
    if (after !== null && !verified) await askForConsent(after, phone, now, deps);
    res.json({
      success: true,
      message: say(verified ? "alreadyConnected" : "connected", language),
      whatsappConnected: true,
      phone,
    });
  };

  return router()
    .post("/user/whatsapp/connect", body(connection), connect)
    .post("/connect-whatsapp", body(connection), connect)
    .get("/me", async (req, res) => {
      const subscriber = await subscribers.of(req.userId);
      const phone = subscriber?.channel?.phone ?? null;
      res.json({ whatsappConnected: phone !== null, phone });
    });
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

function counted(channel: Channel | undefined, now: Date): Channel["connects"] {
  const day = dayOf(now);
  const count = channel?.connects.day === day ? channel.connects.count : 0;
  return { day, count: count + 1 };
}

/** Read aloud and typed by people: no 0/O, 1/I. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const newCode = (): string =>
  Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("");

/** One opt-in message a number and day, however often somebody connects. */
async function askForConsent(
  subscriber: Subscriber,
  phone: string,
  now: Date,
  { deliveries, onWork }: WhatsappRouteDeps,
): Promise<void> {
  const userId: UserId = subscriber._id;
  const key = createHash("sha256")
    .update(`${userId}|${phone}|${dayOf(now)}`)
    .digest("hex");
  const delivery = notice({
    id: `optin-${key.slice(0, 32)}`,
    userId,
    language: languageOf(subscriber),
    recipient: phone,
    say: { template: optInTemplate },
    now,
  });
  await deliveries.insert([{ delivery, outbox: [] }]);
  onWork();
}
