import { expiringDocuments, storeOf } from "@matinale/kit";
import { contentHash } from "../domain/content-keys.ts";
import { bytesOf } from "./binary.ts";

/** One file of assembled audio in the media store. */
export type AudioPart = { mediaKey: string; mime: string; bytes: number; durationMs: number };

export type AudioForm = "voice_note" | "mp3";

export type Media = { key: string; mime: string; size: number; bytes: Uint8Array };

/** `_id`: SHA-256 of the bytes, hexadecimal. */
type MediaDocument = { _id: string; mime: string; bytes: Buffer; size: number; expiresAt: Date };

/** Assembled audio files by content: equal bytes are stored once. */
export class MediaStore extends storeOf<MediaDocument>("media", expiringDocuments()) {
  /** @returns the key of the file */
  async put(bytes: Uint8Array, mime: string, expiresAt: Date): Promise<string> {
    const key = contentHash(bytes);
    await this.model.updateOne(
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
    const found = await this.document(key);
    if (found === null) return null;
    const { mime, size } = found;
    return { key, mime, size, bytes: bytesOf(found.bytes) };
  }
}
