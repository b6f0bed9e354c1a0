import { asUserId } from "@matinale/contracts";
import mongoose from "mongoose";
import type { Subscriber } from "../../services/delivery/src/domain/subscriber.ts";

const day = 86_400_000;

/** E.164. */
export const phoneOf = (number: number): string => `+336${String(number).padStart(8, "0")}`;

/** Somebody who has chosen, connected and said START, and whose digest is due at `dueAt`. */
export function reader(number: number, dueAt: Date, stamp: string): Subscriber {
  const before = new Date(dueAt.getTime() - day);
  return {
    _id: asUserId(`bench-${stamp}-${number}`),
    user: { version: 1, language: "fr", voice: "female" },
    preferences: {
      version: 1,
      language: "fr",
      country: "fr",
      zone: "UTC",
      hours: [dueAt.toISOString().slice(11, 16) as never],
      weekday: null,
      categories: ["politics"],
    },
    subscription: {
      version: 1,
      status: "active",
      entitledUntil: null,
      editionsPerDay: 1,
      maxCategories: 5,
      maxSeconds: 180,
    },
    channel: {
      phone: phoneOf(number),
      connectedAt: before,
      verifiedAt: before,
      connects: { day: before.toISOString().slice(0, 10), count: 1 },
    },
    windowExpiresAt: new Date(dueAt.getTime() + day / 2),
    nextDueAt: dueAt,
    nextSlot: { date: dueAt.toISOString().slice(0, 10), index: 0 },
    revision: 1,
  };
}

const chunk = 5_000;

/** Puts readers into the database of a delivery service that is not running. */
export async function seedReaders(
  config: { MONGODB_URI: string; MONGODB_DATABASE: string },
  count: number,
  dueAt: Date,
  stamp: string,
  /** Numbers of phones begin here. */
  first = 0,
): Promise<void> {
  const connection = await mongoose
    .createConnection(config.MONGODB_URI, { dbName: config.MONGODB_DATABASE })
    .asPromise();
  const subscribers = connection.collection<Subscriber>("subscribers");
  for (let from = 0; from < count; from += chunk) {
    const some = Array.from({ length: Math.min(chunk, count - from) }, (_, index) =>
      reader(first + from + index, dueAt, stamp),
    );
    await subscribers.insertMany(some as never[], { ordered: false });
  }
  await connection.close();
}
