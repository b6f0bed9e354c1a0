import type { UserId } from "@matinale/contracts";
import { expiringDocuments, storeOf, unlessDuplicate, type Leased } from "@matinale/kit";

const day = 24 * 60 * 60 * 1000;

type PreviewDocument = { _id: UserId; expiresAt: Date };

/** Limits previews of a user to one at a time, on all replicas together. */
export class PreviewStore extends storeOf<PreviewDocument>("previews", expiringDocuments()) {
  /** @returns the lease to release at the end, or null while another preview of this user runs */
  async begin(userId: UserId, leaseMs: number, now: Date): Promise<Leased<PreviewDocument> | null> {
    await unlessDuplicate(this.insertNew(userId, { expiresAt: new Date(now.getTime() + day) }));
    return this.claimOne({ _id: userId }, { leaseMs, now });
  }
}
