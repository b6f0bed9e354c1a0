import { isDeepStrictEqual } from "node:util";
import { change, outboxed, type Outboxed } from "@matinale/bus";
import { recognisedUntil, type UserId } from "@matinale/contracts";
import {
  expiringDocuments,
  hashingStoreOf,
  indexedDocuments,
  upsertAll,
} from "@matinale/kit/mongo";
import type { Connection, Model } from "mongoose";
import { numberReplaced } from "../events/number-replaced.ts";
import { trialUsed } from "../events/trial-used.ts";

/** Keyed hashes of the numbers and user ids that an account has confirmed. Deleted with the account. */
interface VerifiedNumbers extends Outboxed {
  _id: UserId;
  version: number;
  /** Those that were confirmed last are at the end. */
  hashes: string[];
  /** Those of `hashes` instead of which WhatsApp gave the person another number or user id. Absent: none. */
  moved?: string[];
}

/** A keyed hash of a number of a deleted account. Nothing stored here identifies the person. */
interface EndedNumber {
  _id: string;
  expiresAt: Date;
}

const verified = indexedDocuments().plugin(outboxed);
const ended = expiringDocuments();

/** Recognises numbers that a deleted account has confirmed, whose trial is used, and numbers that replace another. */
export class VerifiedNumberStore extends hashingStoreOf<VerifiedNumbers>(
  "verified_numbers",
  verified,
) {
  readonly ended: Model<EndedNumber>;

  constructor(connection: Connection, secret: string) {
    super(connection, secret);
    this.ended = connection.model<EndedNumber>("ended_numbers", ended, "ended_numbers");
  }

  #hashesOf(addresses: readonly string[]): string[] {
    return addresses.map((address) => this.hash("phone", address));
  }

  /**
   * Adds the number and the user id that a person has confirmed. Publishes trial.used when one is new and a deleted
   * account had it, and number.replaced when the person confirmed another number last and WhatsApp has not moved them.
   * Repeats change nothing and publish nothing.
   *
   * @param numbers.movedFrom  those that the person had until now; empty when another phone may have confirmed
   */
  async add(
    id: UserId,
    numbers: { addresses: readonly string[]; movedFrom: readonly string[] },
    now: Date,
  ): Promise<void> {
    const { addresses, movedFrom } = numbers;
    const confirmed = this.#hashesOf(addresses);
    const ended = await this.ended
      .find({ _id: { $in: confirmed }, expiresAt: { $gt: now } })
      .lean<EndedNumber[]>();
    await this.insertNew(id, { version: 0, hashes: [], outbox: [] });
    await change(this.model, id, ({ hashes, moved = [] }) => {
      const last = hashes.at(-1);
      const isReplaced = movedFrom.length === 0 && last !== undefined && !confirmed.includes(last);
      const isUsed = ended.some(({ _id }) => !hashes.includes(_id));
      const isOther = (hash: string) => !confirmed.includes(hash);
      const allMoved = new Set([...moved, ...this.#hashesOf(movedFrom)]);
      const set = {
        hashes: [...hashes.filter(isOther), ...confirmed],
        moved: [...allMoved].filter(isOther),
      };
      if (isDeepStrictEqual(set, { hashes, moved })) return null;
      return {
        set,
        events: [
          ...(isUsed ? [trialUsed(id, now)] : []),
          ...(isReplaced ? [numberReplaced(id)] : []),
        ],
      };
    });
  }

  /** Whether a person has ever confirmed a number or user id that is none of these, and that WhatsApp did not move. */
  async hasOthers(id: UserId, addresses: readonly string[]): Promise<boolean> {
    const own = this.#hashesOf(addresses);
    const known = await this.document(id);
    const same = new Set([...own, ...(known?.moved ?? [])]);
    return known?.hashes.some((hash) => !same.has(hash)) ?? false;
  }

  /**
   * Erases people; only the hashes of their numbers stay, for thirteen months. Safe to repeat.
   *
   * @param connected  confirmed numbers and user ids of these people whose hashes may not be stored
   */
  async erase(ids: readonly UserId[], connected: readonly string[], now: Date): Promise<void> {
    const known = await this.model.find({ _id: { $in: ids } }).lean<VerifiedNumbers[]>();
    const hashes = new Set([...known.flatMap((each) => each.hashes), ...this.#hashesOf(connected)]);
    const update = { $max: { expiresAt: recognisedUntil(now) } };
    await upsertAll(
      this.ended,
      [...hashes].map((_id) => ({ _id, update })),
    );
    await this.eraseAll(ids);
  }
}
