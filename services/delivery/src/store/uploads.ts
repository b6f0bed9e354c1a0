import type { TraceContext } from "@matinale/kit";
import { indexedDocuments, storeOf, type Leased } from "@matinale/kit/mongo";
import type { Connection } from "mongoose";
import type { Audio } from "../domain/delivery/delivery.ts";
import { batched } from "./batched.ts";

/** A voice note that the provider has or will get. Equal digests share one: its id is the hash of the bytes. */
export interface Upload {
  /** sha256 of the bytes, hex. */
  _id: string;
  mediaKey: string;
  mime: string;
  /** The provider's id, once it is uploaded. */
  mediaId?: string;
  uploadedAt?: Date;
  /** True when it can never be uploaded. */
  failed?: boolean;
  attempts?: number;
  /** The last time that a digest or an alert requested it. */
  requestedAt: Date;
  /** Trace context of the first request for it, while traces are collected. */
  traceContext?: TraceContext;
  /** When to upload it; absent when there is nothing to do. */
  workAt?: Date;
}

/** The provider keeps media for 30 days: an older upload is repeated on request, else forgotten. Seconds. */
const validSeconds = 28 * 86_400;

const schema = indexedDocuments()
  .index({ workAt: 1 }, { sparse: true })
  .index({ requestedAt: 1 }, { expireAfterSeconds: validSeconds });

export class UploadStore extends storeOf<Upload>("uploads", schema) {
  readonly #mediaId: (hash: string) => Promise<string | null | undefined>;

  constructor(connection: Connection) {
    super(connection);
    this.#mediaId = batched(async (hashes) => {
      const found = await this.model.find({ _id: { $in: [...new Set(hashes)] } }).lean<Upload[]>();
      const byHash = new Map(found.map((upload) => [upload._id, upload]));
      return hashes.map((hash) => {
        const upload = byHash.get(hash);
        const isGone = upload === undefined || upload.failed === true;
        return upload?.mediaId ?? (isGone ? null : undefined);
      });
    });
  }

  /** Requests the upload of each voice note that the provider does not have yet, or will soon delete. */
  async request(
    voiceNotes: readonly (Audio & { traceContext?: TraceContext })[],
    now: Date,
  ): Promise<void> {
    const distinct = [
      ...new Map(voiceNotes.map((voiceNote) => [voiceNote.sha256, voiceNote])).values(),
    ];
    if (distinct.length === 0) return;
    const old = new Date(now.getTime() - validSeconds * 1_000);
    await this.model.collection.bulkWrite(
      distinct.flatMap(({ sha256, mediaKey, mime, traceContext }) => {
        const traced = traceContext === undefined ? {} : { traceContext };
        const wanted = { mediaKey, mime, attempts: 0, workAt: now, ...traced };
        const own: Record<string, unknown> = { _id: sha256 };
        const unusable = { ...own, $or: [{ uploadedAt: { $lte: old } }, { failed: true }] };
        const first = { $set: { requestedAt: now }, $setOnInsert: wanted };
        const again = { $set: wanted, $unset: { mediaId: 1, uploadedAt: 1, failed: 1 } } as const;
        return [
          { updateOne: { filter: own, update: first, upsert: true } },
          { updateOne: { filter: unusable, update: again } },
        ];
      }),
      { ordered: true },
    );
  }

  async markUploaded(upload: Leased<Upload>, mediaId: string, now: Date): Promise<void> {
    const uploaded = { $set: { mediaId, uploadedAt: now }, $unset: { workAt: 1, lease: 1 } };
    await this.updateLeased([upload], uploaded);
  }

  /** @param again when to try again, or null when it can never succeed */
  async markFailed(upload: Leased<Upload>, again: Date | null): Promise<void> {
    await this.updateLeased(
      [upload],
      again === null
        ? { $set: { failed: true }, $unset: { workAt: 1, lease: 1 } }
        : { $set: { workAt: again }, $inc: { attempts: 1 }, $unset: { lease: 1 } },
    );
  }

  /**
   * Requests the upload again, because the provider has lost the voice note or cannot read it. A refusal
   * names the id; a later status names a call, which must have started after the upload.
   */
  async forget(
    sha256: string,
    refused: { mediaId: string } | { calledAt: Date },
    now: Date,
  ): Promise<void> {
    const upload =
      "mediaId" in refused
        ? { mediaId: refused.mediaId }
        : { uploadedAt: { $lt: refused.calledAt } };
    await this.model.updateOne(
      { _id: sha256, ...upload },
      {
        $set: { workAt: now, requestedAt: now, attempts: 0 },
        $unset: { mediaId: 1, uploadedAt: 1 },
      },
    );
  }

  /**
   * The provider's ids by hash: null for a voice note that is forgotten or can never be uploaded, undefined while it is not
   * uploaded yet.
   */
  async mediaIds(hashes: readonly string[]): Promise<Map<string, string | null | undefined>> {
    const ids = hashes.map(async (hash) => [hash, await this.#mediaId(hash)] as const);
    return new Map(await Promise.all(ids));
  }
}
