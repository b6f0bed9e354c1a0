import { asLocalTime, asUserId } from "@matinale/contracts";
import { type Delivery, partsOf } from "../domain/delivery/delivery.ts";
import { priority } from "../domain/delivery/priority.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";

/** The due instant of the example digest below, which is ready and has one text and one voice note. */
export const due = new Date("2026-11-23T07:00:00Z");
export const after = (seconds: number): Date => new Date(due.getTime() + seconds * 1_000);

export const readyDigest = (changes: Partial<Delivery> = {}): Delivery => ({
  _id: "d1",
  userId: asUserId("ada"),
  kind: "digest",
  manual: false,
  phase: "ready",
  slot: { date: "2026-11-23", index: 0 },
  plannedFor: due,
  dueAt: due,
  createdAt: after(-900),
  language: "fr",
  categories: ["politics"],
  coveredCategories: ["politics"],
  stories: 3,
  windowEnd: after(-900),
  texts: ["Le digest"],
  audio: [{ mediaKey: "key", sha256: "hash", mime: "audio/ogg", bytes: 10, durationMs: 1_000 }],
  parts: partsOf(1, 1),
  messageIds: [],
  workAt: due,
  priority: priority.edition,
  version: 1,
  ...changes,
});

export const subscriberOf = (changes: Partial<Subscriber> = {}): Subscriber => ({
  _id: asUserId("ada"),
  user: { version: 1, language: "fr", voice: "male" },
  preferences: {
    version: 1,
    language: "en",
    country: "gb",
    zone: "Europe/Paris",
    hours: [asLocalTime("08:00")],
    weekday: null,
    categories: ["politics", "culture"],
    alerts: false,
  },
  subscription: {
    version: 1,
    status: "active",
    entitledUntil: null,
    trialEndsAt: null,
    maxCategories: 5,
    maxSeconds: 300,
    breakingNewsAlerts: false,
  },
  channel: {
    phone: "+33612345678",
    connectedAt: after(-9_000),
    verifiedAt: after(-8_000),
  },
  windowExpiresAt: after(3_600),
  ...changes,
});
