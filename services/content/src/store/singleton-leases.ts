import { storeOf, type Leased } from "@matinale/kit";

type SingletonLease = { _id: string };

/** Leases by name. One process at a time holds a lease. */
export class SingletonLeases extends storeOf<SingletonLease>("singleton_leases") {
  /** @returns null when another process holds the lease */
  async claim(name: string, leaseMs: number, now: Date): Promise<Leased<SingletonLease> | null> {
    await this.model.updateOne({ _id: name }, {}, { upsert: true });
    return this.claimOne({ _id: name }, { leaseMs, now });
  }
}
