import { readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import type { Deps } from "../application/deps.ts";
import { deliveryKinds } from "../domain/delivery/delivery.ts";
import { exportEntry } from "../domain/delivery/history.ts";
import { languageOf, type Subscriber, zoneOf } from "../domain/subscriber/subscriber.ts";

/** What the service knows of a person besides the deliveries. */
function known(subscriber: Subscriber | null) {
  const { channel } = subscriber ?? {};
  return {
    phone: channel?.phone ?? null,
    whatsappUserId: channel?.userId ?? null,
    whatsappNumberId: channel?.waId ?? null,
    whatsappLid: channel?.lid ?? null,
    connectedAt: channel?.connectedAt ?? null,
    claimedUntil: channel?.claimedUntil ?? null,
    confirmedAt: channel?.verifiedAt ?? null,
    consent: channel?.consent ?? null,
    lastKeyword: channel?.lastKeyword ?? null,
    lastPause: channel?.lastPause ?? null,
    lastSmallTalk: channel?.lastSmallTalk ?? null,
    stopped: subscriber?.stopped ?? null,
    disconnected: subscriber?.disconnected ?? null,
    windowExpiresAt: subscriber?.windowExpiresAt ?? null,
    heldBackUntil: subscriber?.heldBackUntil ?? null,
    nextDueAt: subscriber?.nextDueAt ?? null,
    newsCursor: subscriber?.newsCursor ?? null,
    noticed: subscriber?.noticed ?? [],
    connects: subscriber?.connects ?? null,
    copies: {
      user: subscriber?.user ?? null,
      preferences: subscriber?.preferences ?? null,
      subscription: subscriber?.subscription ?? null,
    },
  };
}

/**
 * Delivery's part of the data export. Without the keyed hashes of numbers, and without stored webhook calls: they are not
 * stored by person, and deleted after 7 days.
 */
export const exportRoutes = (deps: Deps): Router =>
  router().get("/export", async (req, res) => {
    const { userId } = req;
    const [subscriber, codes, deliveries] = await Promise.all([
      deps.subscribers.of(userId),
      deps.codes.of(userId),
      deps.deliveries.history(userId, 0, undefined, deliveryKinds),
    ]);
    const reader = {
      language: readerLanguage(req, languageOf(subscriber)),
      zone: zoneOf(subscriber ?? {}),
    };
    res.json({
      ...known(subscriber),
      codes: codes.map(({ _id, expiresAt }) => ({ code: _id, expiresAt })),
      deliveries: deliveries.map((delivery) => exportEntry(delivery, reader)),
    });
  });
