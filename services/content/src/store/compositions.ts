import { expiringDocuments, storeOf, type Leased } from "@matinale/kit/mongo";
import type { AudioPart } from "./media.ts";

/** The answer to an order. It has no data of a person, so all requests of this order get it. */
export type DigestAnswer = {
  texts: string[];
  more: string[];
  moreStoryIds: string[];
  audio: AudioPart[];
  audioMissing: string;
  stories: {
    storyId: string;
    category: string;
    title: string;
    sources: { outlet: string; url: string }[];
  }[];
};

export type Composed = {
  answer: DigestAnswer;
  /** Composing again would not add audio. */
  complete: boolean;
  /** How often the order was composed. */
  attempts: number;
};

type CompositionDocument = {
  _id: string;
  /** The last composition. Missing until the first one ends. */
  composed?: Composed & { at: Date };
  /** True: requests get the stored answer. False: the order is composed, or composed again, under a lease. */
  final: boolean;
  expiresAt: Date;
};

/** Longer than the 2 hours of a late catch-up, in which equal requests come, and shorter than the media are kept. */
const keepMs = 6 * 60 * 60 * 1000;

export type CompositionLease = Leased<{ _id: string }>;

export type CompositionClaim = {
  /** Whether this is the first request of the order. */
  isNew: boolean;
  /** Null when the last composition is final, or while another process composes the order. */
  lease: CompositionLease | null;
} & Partial<Pick<CompositionDocument, "composed" | "final">>;

/**
 * Compositions by the key of their order. One process composes an order under a lease. The answer is stored for requests
 * of the same order that other processes hold or that come later. The lease of a process that dies expires.
 */
export class CompositionStore extends storeOf<CompositionDocument>(
  "compositions",
  expiringDocuments(),
) {
  async claim(key: string, leaseMs: number, now: Date): Promise<CompositionClaim> {
    const expiresAt = new Date(now.getTime() + keepMs);
    const isNew = await this.insertNew(key, { final: false, expiresAt });
    const lease = await this.claimOne({ _id: key, final: false }, { leaseMs, now });
    return { ...(lease ?? (await this.document(key))), isNew, lease };
  }

  /**
   * Stores the answer.
   *
   * @returns false when the lease was lost: another process composes, or has composed, this order, or it was dropped
   */
  async keep(
    lease: CompositionLease,
    { final, ...answered }: Composed & Pick<CompositionDocument, "final">,
    now: Date,
  ): Promise<boolean> {
    const composed = { ...answered, at: now };
    const expiresAt = new Date(now.getTime() + keepMs);
    const kept = { $set: { composed, final, expiresAt }, $unset: { lease: 1 } };
    return (await this.updateLeased([lease], kept)) === 1;
  }

  /**
   * Drops the compositions that have a story, and those that are being made: they are composed again at the next
   * request. A process that composes one of them has lost its lease.
   *
   * @returns how many
   */
  async drop(storyId: string): Promise<number> {
    const { deletedCount } = await this.model.deleteMany({
      $or: [
        { "composed.answer.stories.storyId": storyId },
        { "composed.answer.moreStoryIds": storyId },
        { final: false },
      ],
    });
    return deletedCount;
  }
}
