import { indexedDocuments } from "@matinale/kit/mongo";
import { outboxed } from "@matinale/bus";

export const withoutOutbox = { outbox: 0, outboxLease: 0 } as const;

/** The indexes of deliveries. @param keptDays  after which they are deleted */
export const deliverySchema = (keptDays: number) =>
  indexedDocuments()
    .index({ createdAt: 1 }, { expireAfterSeconds: keptDays * 86_400 })
    .index({ composeAt: 1 }, { sparse: true })
    .index({ workAt: 1 }, { sparse: true })
    // in the order of the claims: only what is due is read, and nothing is sorted
    .index({ priority: 1, workAt: 1 }, { partialFilterExpression: { workAt: { $exists: true } } })
    .index({ inFlight: 1 }, { sparse: true, unique: true })
    .index({ alertDay: 1 }, { sparse: true, unique: true })
    // in the order of the history: of thousands of deliveries one page is read, and nothing is sorted
    .index({ userId: 1, dueAt: -1, _id: -1 })
    .index({ messageIds: 1 })
    // only what workers still have to send, so that counting what is due stays cheap
    .index(
      { dueAt: 1 },
      { partialFilterExpression: { workAt: { $exists: true }, kind: "digest", manual: false } },
    )
    .plugin(outboxed);
