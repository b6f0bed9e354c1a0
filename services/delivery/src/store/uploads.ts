import { claim, leaseFields, recentlyUsed, type Leased } from "@matinale/kit";
import { type Connection, type Model, Schema } from "mongoose";
import type { Audio, TraceContext } from "../domain/delivery/delivery.ts";
import { batched, streamBatches } from "./batched.ts";

/** A sound at the provider. Equal digests share one: the key is the hash of the bytes. */
export interface Upload {
  /** sha256 of the bytes, hex. */
  _id: string;
  mediaKey: string;
  mime: string;
  /** Set when the provider has it. */
  mediaId?: string;
  uploadedAt?: Date;
  /** It can never be uploaded. */
  failed?: boolean;
  attempts?: number;
  /** What wanted it first, while traces are collected. */
  cause?: TraceContext;
  /** When the upload is to be tried; absent when there is nothing to do. */
  workAt?: Date;
}

/** The provider keeps media for 30 days. */
const keptMs = 28 * 86_400_000;
const forgottenSeconds = 60 * 86_400;
/** An id that another replica has found to be dead is believed this long. Milliseconds. */
const knownMs = 2_000;
const mostKnown = 1_000;

const schema = new Schema(
  {
    _id: String,
    mediaKey: String,
    mime: String,
    mediaId: String,
    uploadedAt: Date,
    failed: Boolean,
    attempts: Number,
    cause: Object,
    workAt: { type: Date, index: { sparse: true } },
    wantedAt: { type: Date, index: { expires: forgottenSeconds } },
    ...leaseFields,
  },
  { versionKey: false },
);

export class UploadStore {
  readonly model: Model<Upload>;
  readonly #mediaId: (hash: string) => Promise<string | null | undefined>;
  /** What was found a moment ago: everybody's digest has the same sounds. */
  readonly #known = recentlyUsed<string>(mostKnown, knownMs);

  constructor(connection: Connection) {
    this.model = connection.model<Upload>("Upload", schema, "uploads");
    this.#mediaId = batched(async (hashes) => {
      const found = await this.model.find({ _id: { $in: [...new Set(hashes)] } }).lean<Upload[]>();
      const byHash = new Map(found.map((upload) => [upload._id, upload]));
      for (const { _id, mediaId } of found) if (mediaId) this.#known.set(_id, mediaId);
      return hashes.map((hash) => mediaIdOf(byHash.get(hash)));
    }, streamBatches);
  }

  /** Makes sure that each sound is, or will be, at the provider. */
  async want(sounds: readonly (Audio & { cause?: TraceContext })[], now: Date): Promise<void> {
    const distinct = [...new Map(sounds.map((sound) => [sound.sha256, sound])).values()];
    if (distinct.length === 0) return;
    const old = new Date(now.getTime() - keptMs);
    await this.model.collection.bulkWrite(
      distinct.flatMap(({ sha256, mediaKey, mime, cause }) => {
        const id = sha256 as unknown;
        const traced = cause === undefined ? {} : { cause };
        return [
          {
            updateOne: {
              filter: { _id: id } as Record<string, unknown>,
              update: {
                $set: { wantedAt: now },
                $setOnInsert: { mediaKey, mime, attempts: 0, workAt: now, ...traced },
              },
              upsert: true,
            },
          },
          {
            updateOne: {
              filter: {
                _id: id,
                $or: [{ uploadedAt: { $lte: old } }, { failed: true }],
              } as Record<string, unknown>,
              update: {
                $set: { mediaKey, mime, attempts: 0, workAt: now, ...traced },
                $unset: { mediaId: 1, uploadedAt: 1, failed: 1 },
              },
            },
          },
        ];
      }),
      { ordered: true },
    );
  }

  claimDue(now: Date, limit: number, leaseMs: number): Promise<Leased<Upload>[]> {
    const filter = { workAt: { $lte: now } };
    return claim<Upload>(this.model, { filter, sort: { workAt: 1 }, limit, leaseMs, now });
  }

  async done({ _id, lease }: Leased<Upload>, mediaId: string, now: Date): Promise<void> {
    await this.model.updateOne(
      { _id, "lease.token": lease.token },
      { $set: { mediaId, uploadedAt: now }, $unset: { workAt: 1, lease: 1 } },
    );
  }

  /** @param again when to try again, or null when it can never succeed */
  async undone({ _id, lease }: Leased<Upload>, again: Date | null): Promise<void> {
    await this.model.updateOne(
      { _id, "lease.token": lease.token },
      again === null
        ? { $set: { failed: true }, $unset: { workAt: 1, lease: 1 } }
        : { $set: { workAt: again }, $inc: { attempts: 1 }, $unset: { lease: 1 } },
    );
  }

  /**
   * The provider does not know the id any more, or cannot read the sound, and says so at once of this
   * id, or later of a call that began after the upload.
   */
  async forget(
    sha256: string,
    which: { mediaId: string } | { calledAt: Date },
    now: Date,
  ): Promise<void> {
    const upload =
      "mediaId" in which ? { mediaId: which.mediaId } : { uploadedAt: { $lt: which.calledAt } };
    await this.model.updateOne(
      { _id: sha256, ...upload },
      { $set: { workAt: now }, $unset: { mediaId: 1, uploadedAt: 1 } },
    );
    this.#known.delete(sha256);
  }

  /** Ids at the provider by hash; null where there never will be one, missing while there is none yet. */
  async mediaIds(hashes: readonly string[]): Promise<Map<string, string | null>> {
    const ids = await Promise.all(
      hashes.map((hash) => this.#known.get(hash) ?? this.#mediaId(hash)),
    );
    return new Map(
      hashes.flatMap((hash, index): [string, string | null][] => {
        const id = ids[index];
        return id === undefined ? [] : [[hash, id]];
      }),
    );
  }
}

/** Undefined while there is none yet, null where there never will be one. */
const mediaIdOf = (upload: Upload | undefined): string | null | undefined =>
  upload?.mediaId ?? (upload?.failed === true ? null : undefined);
