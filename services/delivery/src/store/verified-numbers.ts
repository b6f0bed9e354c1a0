import { change, outboxed, type Outboxed } from "@matinale/bus";
import { recognisedUntil, type UserId } from "@matinale/contracts";
import { expiringDocuments, hashingStoreOf, indexedDocuments, upsertAll } from "@matinale/kit";
import type { Connection, Model } from "mongoose";
import { trialUsed } from "../events/trial-used.ts";

/** Keyed hashes of the numbers and user ids that an account has confirmed. Deleted with the account. */
interface VerifiedNumbers extends Outboxed {
  _id: UserId;
  version: number;
  hashes: string[];
}

/** A keyed hash of a number of a deleted account. Nothing stored here identifies the person. */
interface EndedNumber {
  _id: string;
  expiresAt: Date;
}

const verified = indexedDocuments().plugin(outboxed);
const ended = expiringDocuments();

/** Recognises numbers that a deleted account has confirmed: their trial is used. */
export class VerifiedNumberStore extends hashingStoreOf<VerifiedNumbers>(
  "verified_numbers",
  verified,
) {
  readonly ended: Model<EndedNumber>;

  constructor(connection: Connection, secret: string) {
    super(connection, secret);
    this.ended = connection.model<EndedNumber>("ended_numbers", ended, "ended_numbers");
  }

  /** Adds a confirmed number or user id of a person. Repeats change nothing and publish nothing. */
  async add(id: UserId, address: string, now: Date): Promise<void> {
    const hash = this.hash("phone", address);
    const wasUsed = (await this.ended.exists({ _id: hash, expiresAt: { $gt: now } })) !== null;
    await this.insertNew(id, { version: 0, hashes: [], outbox: [] });
    await change(this.model, id, ({ hashes }) =>
      hashes.includes(hash)
        ? null
        : {
            set: { hashes: [...hashes, hash] },
            events: wasUsed ? [trialUsed(id, now)] : [],
          },
    );
  }

  /**
   * Erases people; only the hashes of their numbers stay, for thirteen months. Safe to repeat.
   *
   * @param connected  confirmed numbers and user ids of these people whose hashes may not be stored
   */
  async erase(ids: readonly UserId[], connected: readonly string[], now: Date): Promise<void> {
    const known = await this.model.find({ _id: { $in: ids } }).lean<VerifiedNumbers[]>();
    const hashes = new Set([
      ...known.flatMap((each) => each.hashes),
      ...connected.map((each) => this.hash("phone", each)),
    ]);
    const update = { $max: { expiresAt: recognisedUntil(now) } };
    await upsertAll(
      this.ended,
      [...hashes].map((_id) => ({ _id, update })),
    );
    await this.eraseAll(ids);
  }
}
