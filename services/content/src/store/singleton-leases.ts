import { unlessDuplicate } from "@matinale/kit";
import { expiringDocuments, storeOf, type Leased } from "@matinale/kit/mongo";

type SingletonLease = { _id: string; expiresAt: Date };

/** Longer than any lease: a document must not expire while its lease is held. */
const keptMs = 24 * 60 * 60 * 1000;

/**
 * Leases by name: of a task, of a host whose feeds are polled, and of a preview by the id of its user. One process at a time
 * holds a lease.
 */
export class SingletonLeases extends storeOf<SingletonLease>(
  "singleton_leases",
  expiringDocuments(),
) {
  /** @returns null when another process holds the lease */
  async claim(name: string, leaseMs: number, now: Date): Promise<Leased<{ _id: string }> | null> {
    const kept = { $max: { expiresAt: new Date(now.getTime() + keptMs) } };
    await unlessDuplicate(this.model.updateOne({ _id: name }, kept, { upsert: true }).exec());
    return this.claimOne({ _id: name }, { leaseMs, now });
  }
}
