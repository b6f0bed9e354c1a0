import { asLocalTime, asUserId } from "@matinale/contracts";
import type { Connection } from "mongoose";
import { audience, type Choices } from "./audience.ts";
import { zoneRelease } from "../../services/delivery/src/domain/schedule/slot-instants.ts";
import type { Subscriber } from "../../services/delivery/src/domain/subscriber/subscriber.ts";

const day = 86_400_000;

/** E.164. */
export const phoneOf = (number: number): string => `+336${String(number).padStart(8, "0")}`;

/** A subscriber with preferences and a confirmed number, whose digest is due at `dueAt`. */
export function reader(number: number, dueAt: Date, stamp: string, choices: Choices): Subscriber {
  const before = new Date(dueAt.getTime() - day);
  const { language, voice, country, zone, categories, plan } = choices;
  const [date = "", time = ""] = dueAt.toLocaleString("sv-SE", { timeZone: zone }).split(" ");
  return {
    _id: asUserId(`bench-${stamp}-${number}`),
    user: { version: 1, language, voice },
    preferences: {
      version: 1,
      language,
      country,
      zone,
      hours: [asLocalTime(time.slice(0, 5))],
      weekday: null,
      categories,
      alerts: false,
    },
    subscription: {
      version: 1,
      status: "active",
      entitledUntil: null,
      trialEndsAt: null,
      maxCategories: plan.limits.maxCategories,
      maxSeconds: plan.limits.maxMinutes * 60,
      breakingNewsAlerts: false,
    },
    channel: {
      phone: phoneOf(number),
      connectedAt: before,
      verifiedAt: before,
    },
    windowExpiresAt: new Date(dueAt.getTime() + day / 2),
    nextDueAt: dueAt,
    nextSlot: { date, index: 0 },
    zoneRelease,
    revision: 1,
  };
}

const chunk = 5_000;

/**
 * Puts readers with different choices into the database of delivery.
 *
 * @param options.first       numbers of phones begin here
 * @param options.newsCursor  end of the news window of their last digests; without it the next one is their first, with
 *   the news until it is planned. Equal choices then have one order only within a batch of planning.
 */
export async function seedReaders(
  delivery: Connection,
  count: number,
  dueAt: Date,
  stamp: string,
  { first = 0, newsCursor }: { first?: number; newsCursor?: Date } = {},
): Promise<void> {
  const subscribers = delivery.collection<Subscriber>("subscribers");
  const choices = audience(count);
  for (let from = 0; from < count; from += chunk) {
    const some = choices.slice(from, from + chunk).map((each, index) => ({
      ...reader(first + from + index, dueAt, stamp, each),
      ...(newsCursor === undefined ? {} : { newsCursor }),
    }));
    await subscribers.insertMany(some as never[], { ordered: false });
  }
}
