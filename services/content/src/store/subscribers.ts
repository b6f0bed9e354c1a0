import type { CategorySlug, CountryCode, Language, UserId, Voice } from "@matinale/contracts";
import { Schema, type Connection, type Model } from "mongoose";

/** Projections of other services' events about a subscriber. A part is missing until its first event. */
export type Subscriber = {
  _id: UserId;
  user?: { version: number; language: Language; voice: Voice };
  preferences?: {
    version: number;
    language: Language;
    country: CountryCode;
    timezone: string;
    categories: CategorySlug[];
    /** Local times of one day's editions, "HH:MM". Absent in projections of older events. */
    hours?: string[];
    /** ISO weekday of weekly editions, else 0. */
    weekday?: number;
  };
  subscription?: {
    version: number;
    maxSeconds: number;
    maxCategories: number;
    entitledUntil: Date | null;
  };
};

/** Most subscribers read to find the choices that they share. */
const maxDue = 5_000;

/** The choices of a subscriber that lead to a digest. */
export type SharedChoices = Required<Pick<Subscriber, "user" | "preferences" | "subscription">>;

type SubscriberDocument = Subscriber & { createdAt?: Date };

const subscriberSchema = new Schema<SubscriberDocument>(
  {
    _id: { type: String, required: true },
    user: Object,
    preferences: Object,
    subscription: Object,
    createdAt: Date,
  },
  { collection: "subscribers", versionKey: false, strict: "throw", minimize: false },
).index({ "preferences.timezone": 1, "preferences.hours": 1 });

/** The weekday and the time of an instant in a zone; null for a zone that this runtime does not know. */
function localClock(timeZone: string, at: Date): { weekday: number; time: string } | null {
  try {
    const [date = "", time = ""] = at.toLocaleString("sv-SE", { timeZone }).split(" ");
    return { weekday: new Date(date).getUTCDay() || 7, time: time.slice(0, 5) };
  } catch {
    return null;
  }
}

const minuteMs = 60_000;
const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");

/** Subscribers of a zone with an edition after `from` and up to `until`, at most a day later. */
function editionsIn(timezone: string, from: Date, until: Date): Record<string, unknown>[] {
  const [start, end] = [localClock(timezone, from), localClock(timezone, until)];
  if (start === null || end === null) return [];
  const [hour = 0, minute = 0] = start.time.split(":").map(Number);
  const minutes = Math.round((until.getTime() - from.getTime()) / minuteMs);
  const times = Array.from({ length: minutes }, (_, index) =>
    clockOf(hour * 60 + minute + index + 1),
  );
  return [
    {
      "preferences.timezone": timezone,
      "preferences.hours": { $in: times },
      "preferences.weekday": { $in: [0, start.weekday, end.weekday] },
    },
  ];
}

export class SubscriberStore {
  /** For `project`, which writes the projection; other code only reads. */
  readonly model: Model<SubscriberDocument>;

  constructor(connection: Connection) {
    this.model = connection.model<SubscriberDocument>("Subscriber", subscriberSchema);
  }

  of(id: UserId): Promise<Subscriber | null> {
    return this.model.findById(id).lean<Subscriber>().exec();
  }

  /**
   * The distinct choices of entitled subscribers with an edition after `from` and up to `until`, those of most subscribers
   * first. Reads by index some of the subscribers who are due.
   */
  async dueBetween(from: Date, until: Date, limit: number): Promise<SharedChoices[]> {
    const zones = await this.model.distinct("preferences.timezone");
    const due = zones.flatMap((zone) => editionsIn(String(zone), from, until));
    if (due.length === 0) return [];
    const found = await this.model
      .find({ $or: due, "user.version": { $gte: 0 }, "subscription.maxSeconds": { $gt: 0 } })
      .limit(maxDue)
      .lean<SharedChoices[]>();
    const groups = Map.groupBy(
      found.filter(({ subscription }) => {
        const { entitledUntil } = subscription;
        return entitledUntil === null || entitledUntil > until;
      }),
      ({ user, preferences, subscription }) =>
        JSON.stringify([
          user.voice,
          preferences.language,
          preferences.country,
          preferences.timezone,
          preferences.categories,
          subscription.maxSeconds,
          subscription.maxCategories,
        ]),
    );
    return [...groups.values()]
      .toSorted((one, other) => other.length - one.length)
      .slice(0, limit)
      .flatMap((readers) => readers.slice(0, 1));
  }

  async erase(ids: readonly UserId[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: [...ids] } });
  }
}
