import { claim, indexedDocuments, type Leased } from "@matinale/kit";
import type { Connection, Model } from "mongoose";

type SingletonLease = { _id: string };

export type HeldLease = Leased<SingletonLease>;

const singletonLeaseSchema = indexedDocuments();

/** Leases by name. One process at a time holds a lease. */
export class SingletonLeases {
  readonly #leases: Model<SingletonLease>;

  constructor(connection: Connection) {
    this.#leases = connection.model<SingletonLease>(
      "SingletonLease",
      singletonLeaseSchema,
      "singleton_leases",
    );
  }

  /** @returns null when another process holds the lease */
  async claim(name: string, leaseMs: number, now: Date): Promise<HeldLease | null> {
    await this.#leases.updateOne({ _id: name }, {}, { upsert: true });
    const [held] = await claim(this.#leases, { filter: { _id: name }, limit: 1, leaseMs, now });
    return held ?? null;
  }

  async release(held: HeldLease): Promise<void> {
    await this.#leases.updateOne(
      { _id: held._id, "lease.token": held.lease.token },
      { $unset: { lease: 1 } },
    );
  }
}
