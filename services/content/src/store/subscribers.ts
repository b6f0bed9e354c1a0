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
  };
  subscription?: {
    version: number;
    maxSeconds: number;
    maxCategories: number;
    entitledUntil: Date | null;
  };
};

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
);

export class SubscriberStore {
  /** For `project`, which writes the projection; other code only reads. */
  readonly model: Model<SubscriberDocument>;

  constructor(connection: Connection) {
    this.model = connection.model<SubscriberDocument>("Subscriber", subscriberSchema);
  }

  of(id: UserId): Promise<Subscriber | null> {
    return this.model.findById(id).lean<Subscriber>().exec();
  }

  async erase(ids: readonly UserId[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: [...ids] } });
  }
}
