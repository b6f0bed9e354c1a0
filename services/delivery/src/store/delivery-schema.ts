import { outboxed } from "@matinale/bus";
import { leaseFields } from "@matinale/kit";
import { Schema } from "mongoose";

/** Receipts are kept for 13 months. */
const keptSeconds = 400 * 86_400;

export const deliverySchema = new Schema(
  {
    _id: String,
    userId: { type: String, required: true },
    kind: String,
    manual: Boolean,
    phase: String,
    reason: String,
    slot: Object,
    plannedFor: Date,
    dueAt: Date,
    createdAt: { type: Date, index: { expires: keptSeconds } },
    composedAt: Date,
    language: String,
    categories: [String],
    coveredCategories: [String],
    stories: Number,
    windowEnd: Date,
    partOfDay: String,
    replans: Number,
    composeAt: { type: Date, index: { sparse: true } },
    texts: [String],
    more: { type: [String], default: undefined },
    moreAsked: { type: [String], default: undefined },
    buttons: { type: [Object], default: undefined },
    audio: [Object],
    audioMissing: String,
    template: Object,
    recipient: String,
    parts: Object,
    messageIds: [String],
    workAt: { type: Date, index: { sparse: true } },
    awaitingTap: Boolean,
    releasedAt: Date,
    cause: Object,
    inFlight: { type: String, index: { sparse: true, unique: true } },
    version: Number,
    ...leaseFields,
  },
  { versionKey: false, minimize: false },
);
deliverySchema.index({ userId: 1, dueAt: -1 });
deliverySchema.index({ messageIds: 1 });
deliverySchema.plugin(outboxed);
