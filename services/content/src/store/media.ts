import { Schema, type Connection, type InferSchemaType, type Model } from "mongoose";
import { contentHash } from "../domain/content-keys.ts";
import { bytesOf } from "./binary.ts";

export type Media = { key: string; mime: string; size: number; bytes: Uint8Array };

const mediaSchema = new Schema(
  {
    /** SHA-256 of the bytes, hexadecimal. */
    _id: { type: String, required: true },
    mime: { type: String, required: true },
    bytes: { type: Buffer, required: true },
    size: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: "media", versionKey: false, strict: "throw" },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type MediaDocument = InferSchemaType<typeof mediaSchema>;

/** Assembled audio files by content: equal bytes are stored once. */
export class MediaStore {
  readonly #media: Model<MediaDocument>;

  constructor(connection: Connection) {
    this.#media = connection.model<MediaDocument>("Media", mediaSchema);
  }

  /** @returns the key of the file */
  async put(bytes: Uint8Array, mime: string, expiresAt: Date): Promise<string> {
    const key = contentHash(bytes);
    await this.#media.updateOne(
      { _id: key },
      {
        $setOnInsert: { mime, bytes: Buffer.from(bytes), size: bytes.length },
        $max: { expiresAt },
      },
      { upsert: true },
    );
    return key;
  }

  async get(key: string): Promise<Media | null> {
    const found = await this.#media.findById(key).lean<MediaDocument>();
    if (found === null) return null;
    const { mime, size } = found;
    return { key, mime, size, bytes: bytesOf(found.bytes) };
  }
}
