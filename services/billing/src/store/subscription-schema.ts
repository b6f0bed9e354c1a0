import { outboxed } from "@matinale/bus";
import { retention } from "@matinale/contracts";
import { Schema } from "mongoose";
import type { SubscriptionDocument } from "./subscriptions.ts";

/** Long enough for the relay to publish the tombstone after an outage of Kafka. */
const erasedSeconds = retention.erasedAccountDays * 86_400;

const paid = {
  _id: false,
  id: String,
  planId: Number,
  state: { type: String, enum: ["renewing", "ending", "unpaid", "ended"] },
  periodEndsAt: Date,
  until: Date,
};

export const subscriptionSchema = new Schema<SubscriptionDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    status: {
      type: String,
      enum: ["trialing", "active", "canceled", "past_due", "lapsed"],
      required: true,
    },
    trialEndsAt: { type: Date, required: true },
    trialUsed: Boolean,
    language: String,
    customerId: String,
    paid: { type: paid },
    open: { type: { _id: false, id: String, planId: Number } },
    renewal: { type: { _id: false, id: String, wanted: String, planId: Number } },
    waiver: { type: { _id: false, planId: Number, at: Date } },
    attempt: Number,
    nextCheckAt: Date,
    erasedAt: Date,
  },
  { collection: "subscriptions", versionKey: false, strict: "throw" },
)
  .index({ status: 1, trialEndsAt: 1 })
  .index({ nextCheckAt: 1 }, { sparse: true })
  .index({ customerId: 1 }, { sparse: true })
  .index({ erasedAt: 1 }, { expireAfterSeconds: erasedSeconds })
  .plugin(outboxed);
