import type { Projected } from "@matinale/bus";
import type { CategorySlug, Language, UserId, Voice } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import type { Choices } from "../domain/digest/preview-order.ts";

type Known = Required<Choices>;

/** Projections of other services' events about a subscriber. A part is missing until its first event. */
export type Subscriber = {
  _id: UserId;
  user?: Projected<Known["user"]>;
  preferences?: Projected<Known["preferences"]> & {
    alerts: boolean;
  };
  subscription?: Projected<Known["subscription"]>;
};

type SubscriberDocument = Subscriber & { createdAt?: Date };

const subscriberSchema = indexedDocuments().index({
  "preferences.alerts": 1,
  "preferences.categories": 1,
});

export class SubscriberStore extends storeOf<SubscriberDocument>("subscribers", subscriberSchema) {
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
