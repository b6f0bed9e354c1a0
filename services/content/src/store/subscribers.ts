import type { Projected } from "@matinale/bus";
import type { CategorySlug, Language, UserId, Voice } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit";
import { localTimesBetween } from "../domain/digest/local-times.ts";
import type { Choices } from "../domain/digest/preview-order.ts";

type Known = Required<Choices>;

/** Projections of other services' events about a subscriber. A part is missing until its first event. */
export type Subscriber = {
  _id: UserId;
  user?: Projected<Known["user"]>;
  preferences?: Projected<Known["preferences"]> & {
    /** Local times of one day's editions, "HH:MM". */
    hours: string[];
    /** ISO weekday of weekly editions, else 0. */
    weekday: number;
    alerts: boolean;
  };
  subscription?: Projected<Known["subscription"]>;
};

/** Most subscribers read to find the choices that they share. */
const maxDue = 5_000;

/** The choices of a subscriber that lead to a digest. */
export type SharedChoices = Required<Pick<Subscriber, "user" | "preferences" | "subscription">>;

/** Subscribers whose digests are equal, with their choices. */
export type EqualSubscribers = { key: string; choices: SharedChoices; userIds: UserId[] };

type SubscriberDocument = Subscriber & { createdAt?: Date };

const subscriberSchema = indexedDocuments()
  .index({ "preferences.timezone": 1, "preferences.hours": 1 })
  .index({ "preferences.alerts": 1, "preferences.categories": 1 });

export class SubscriberStore extends storeOf<SubscriberDocument>("subscribers", subscriberSchema) {
  /**
   * The entitled subscribers with an edition after `from` and up to `until`, by their choices, those of most subscribers
   * first. Reads by index some of the subscribers who are due.
   */
  async dueBetween(from: Date, until: Date): Promise<EqualSubscribers[]> {
    const zones = await this.model.distinct("preferences.timezone");
    const due = zones.flatMap((zone) => {
      const local = localTimesBetween(String(zone), from, until);
      return local === null
        ? []
        : {
            "preferences.timezone": zone,
            "preferences.hours": { $in: local.times },
            "preferences.weekday": { $in: [0, ...local.weekdays] },
          };
    });
    if (due.length === 0) return [];
    const found = await this.model
      .find({ $or: due, "user.version": { $gte: 0 }, "subscription.maxSeconds": { $gt: 0 } })
      .limit(maxDue)
      .lean<(SharedChoices & Pick<Subscriber, "_id">)[]>();
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
    return [...groups]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .flatMap(([key, readers]) => {
        const [choices] = readers;
        return choices === undefined
          ? []
          : { key, choices, userIds: readers.map(({ _id }) => _id) };
      });
  }

  async voicesOfAlerts(category: CategorySlug, now: Date): Promise<Map<Language, Voice[]>> {
    const groups = await this.model.aggregate<{ _id: Language; voices: Voice[] }>([
      {
        $match: {
          "preferences.alerts": true,
          "preferences.categories": category,
          "user.voice": { $exists: true },
          "subscription.maxSeconds": { $gt: 0 },
          $or: [
            { "subscription.entitledUntil": null },
            { "subscription.entitledUntil": { $gt: now } },
          ],
        },
      },
      { $group: { _id: "$preferences.language", voices: { $addToSet: "$user.voice" } } },
    ]);
    return new Map(groups.map(({ _id, voices }) => [_id, voices.toSorted()]));
  }
}
