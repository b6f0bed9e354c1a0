import type { UserId } from "@matinale/contracts";
import { Schema, type Connection, type Model } from "mongoose";
import type { SubscriptionState } from "../domain/mail/billing-mails.ts";

/** Projection of subscription.changed: the plan of a person, for the priority of their messages and for mails. */
interface PlanDocument {
  _id: UserId;
  subscription?: SubscriptionState & { version: number; planId: number };
  createdAt?: Date;
}

const schema = new Schema<PlanDocument>(
  { _id: { type: String, required: true }, subscription: Object, createdAt: Date },
  { collection: "plans_in_force", versionKey: false, strict: "throw" },
);

export class PlansInForce {
  /** For `project`, which writes the projection. */
  readonly model: Model<PlanDocument>;

  constructor(connection: Connection) {
    this.model = connection.model<PlanDocument>("PlanInForce", schema);
  }

  async of(id: UserId): Promise<PlanDocument["subscription"]> {
    return (await this.model.findById(id).lean<PlanDocument>())?.subscription;
  }

  async erase(ids: readonly UserId[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } });
  }
}
