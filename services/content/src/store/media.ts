import { expiringDocuments, storeOf } from "@matinale/kit/mongo";
import { contentHash } from "../domain/content-keys.ts";

export type AudioPart = { mediaKey: string; mime: string; bytes: number; durationMs: number };

export type AudioForm = "voice_note" | "mp3";

/** `_id`: SHA-256 of the bytes, hexadecimal. */
export type Media = { _id: string; mime: string; bytes: Buffer; expiresAt: Date };

/** Assembled audio files by content: equal bytes are stored once. */
export class MediaStore extends storeOf<Media>("media", expiringDocuments()) {
  async put(bytes: Uint8Array, mime: string, expiresAt: Date): Promise<string> {
    const key = contentHash(bytes);
    await this.model.updateOne(
      { _id: key },
      { $setOnInsert: { mime, bytes: Buffer.from(bytes) }, $max: { expiresAt } },
      { upsert: true },
    );
    return key;
  }
}
