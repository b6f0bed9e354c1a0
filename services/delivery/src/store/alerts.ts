import { indexedDocuments, storeOf, type Leased } from "@matinale/kit/mongo";
import type { UserId } from "@matinale/contracts";
import type { Alert } from "../domain/alerts/alert.ts";

const keptSeconds = 35 * 86_400;

const schema = indexedDocuments()
  .index({ workAt: 1 }, { sparse: true })
  .index({ detectedAt: 1 }, { expireAfterSeconds: keptSeconds });

export class AlertStore extends storeOf<Alert>("alerts", schema) {
  /** Leases the alert that waits longest, one at a time, because each counts the alerts of a day. */
  async claimFirst(terms: { now: Date; leaseMs: number }): Promise<Leased<Alert> | null> {
    const isUnplanned = { workAt: { $exists: true } };
    const first = await this.model
      .findOne(isUnplanned, { _id: 1 })
      .sort({ workAt: 1 })
      .lean<Pick<Alert, "_id">>();
    return first && this.claimOne({ _id: first._id, ...isUnplanned }, terms);
  }

  /** Stores how far the alert is planned, and extends its lease until then. @returns false when the lease was lost */
  async advance(alert: Leased<Alert>, cursor: UserId, until: Date): Promise<boolean> {
    return (await this.updateLeased([alert], { $set: { cursor, "lease.until": until } })) === 1;
  }

  /** The alert is planned for all subscribers, or must not be planned any more. */
  async finish(alert: Leased<Alert>): Promise<void> {
    await this.updateLeased([alert], { $unset: { workAt: 1, lease: 1 } });
  }
}
