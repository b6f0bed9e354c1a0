import type { UserId } from "@matinale/contracts";
import { expiringDocuments, storeOf, unlessDuplicate, type Leased } from "@matinale/kit";

const day = 24 * 60 * 60 * 1000;

type PreviewDocument = { _id: UserId; expiresAt: Date };

/** Limits previews of a user to one at a time, on all replicas together. */
export class PreviewStore extends storeOf<PreviewDocument>("preview_leases", expiringDocuments()) {
  /** @returns the lease to release at the end, or null while another preview of this user runs */
  async begin(userId: UserId, leaseMs: number, now: Date): Promise<Leased<PreviewDocument> | null> {
    const expiresAt = new Date(now.getTime() + day);
    await unlessDuplicate(this.insertNew(userId, { expiresAt }));
    const lease = await this.claimOne({ _id: userId }, { leaseMs, now });
    // the document of an earlier preview must not expire during this one
    if (lease !== null) await this.updateLeased([lease], { $set: { expiresAt } });
    return lease;
  }
}
