import { claim, leaseFields, type Leased } from "@matinale/kit";
import { Schema, type Connection, type Model } from "mongoose";
import type { AudioPart } from "./assembled-audio.ts";

/** The answer to an order. It names no person, so all equal requests get it. */
export type DigestAnswer = {
  texts: string[];
  more: string[];
  audio: AudioPart[];
  audioMissing: string;
  stories: {
    storyId: string;
    category: string;
    title: string;
    sources: { outlet: string; url: string }[];
  }[];
  simulated: string[];
};

/** `complete`: composing again would not add sound. */
export type Composed = { answer: DigestAnswer; complete: boolean };

type CompositionDocument = {
  _id: string;
  /** Of the last composition. Absent until the first one ends. */
  composed?: Composed & { at: Date };
  /** Equal requests get the stored answer. While false, the order is composed (again) under a lease. */
  final: boolean;
  expiresAt: Date;
};

const compositionSchema = new Schema<CompositionDocument>(
  {
    _id: { type: String, required: true },
    composed: { type: Object, required: false },
    final: { type: Boolean, required: true },
    expiresAt: { type: Date, required: true },
    ...leaseFields,
  },
  { collection: "compositions", versionKey: false, strict: "throw", minimize: false },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Equal requests come within the 2 hours of a late catch-up. Far less than the media that an answer names are kept. */
const keepMs = 6 * 60 * 60 * 1000;

export type CompositionLease = { key: string; token: string };

/** `isNew`: the first request of this order. */
export type Turn = { isNew: boolean } & (
  | { state: "composed"; composed: Composed }
  /** This process composes; `last` is the incomplete composition before. */
  | { state: "leased"; lease: CompositionLease; last?: Composed & { at: Date } }
  /** Another process composes this order. */
  | { state: "under_way" }
);

/**
 * Compositions by the hash of their order. One process composes an order, under a lease; the answer is kept for the
 * requests of the same order that were claimed elsewhere or come later. A process that dies loses its lease.
 */
export class CompositionStore {
  readonly #compositions: Model<CompositionDocument>;

  constructor(connection: Connection) {
    this.#compositions = connection.model<CompositionDocument>("Composition", compositionSchema);
  }

  async take(key: string, leaseMs: number, now: Date): Promise<Turn> {
    const { upsertedCount } = await this.#compositions.updateOne(
      { _id: key },
      { $setOnInsert: { final: false, expiresAt: new Date(now.getTime() + keepMs) } },
      { upsert: true },
    );
    const isNew = upsertedCount === 1;
    const [leased]: (Leased<CompositionDocument> | undefined)[] = await claim(this.#compositions, {
      filter: { _id: key, final: false },
      limit: 1,
      leaseMs,
      now,
    });
    if (leased !== undefined) {
      const { composed, lease } = leased;
      return {
        state: "leased",
        isNew,
        lease: { key, token: lease.token },
        ...(composed === undefined ? {} : { last: composed }),
      };
    }
    const found = await this.#compositions.findById(key).lean<CompositionDocument>();
    return found?.final === true && found.composed !== undefined
      ? { isNew, state: "composed", composed: found.composed }
      : { isNew, state: "under_way" };
  }

  /** @returns false when the lease was lost */
  async renew({ key, token }: CompositionLease, until: Date): Promise<boolean> {
    const { matchedCount } = await this.#compositions.updateOne(
      { _id: key, "lease.token": token },
      { $set: { "lease.until": until } },
    );
    return matchedCount === 1;
  }

  /** @returns false when the lease was lost: another process composes, or has composed, the same order */
  async keep(
    { key, token }: CompositionLease,
    { answer, complete }: Composed,
    final: boolean,
    now: Date,
  ): Promise<boolean> {
    const { matchedCount } = await this.#compositions.updateOne(
      { _id: key, "lease.token": token },
      {
        $set: {
          composed: { answer, complete, at: now },
          final,
          expiresAt: new Date(now.getTime() + keepMs),
        },
        $unset: { lease: 1 },
      },
    );
    return matchedCount === 1;
  }

  /** Lets the next request compose the order. */
  async release({ key, token }: CompositionLease): Promise<void> {
    await this.#compositions.updateOne(
      { _id: key, "lease.token": token },
      { $unset: { lease: 1 } },
    );
  }
}
