import { createHash, randomInt } from "node:crypto";
import { durationMs } from "../audio-duration.ts";
import type { Content } from "../phone/phone.ts";
import { GraphError } from "./graph-error.ts";

export interface Media {
  id: string;
  mime: string;
  bytes: Buffer;
  sha256: string;
  durationMs: number;
}

/** The provider's limit for audio. */
export const MAX_MEDIA_BYTES = 16 * 1024 * 1024;
const audioTypes = ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"];
/** Enough for a few hundred digests. The oldest uploads are removed first; the provider keeps them for 30 days. */
const KEPT_BYTES = 256 * 1024 * 1024;

export type MediaStore = ReturnType<typeof createMediaStore>;

/** Uploaded media. A reset of the phones keeps them, because the uploading service still uses their ids. */
export function createMediaStore() {
  const uploads = new Map<string, Media>();
  let keptBytes = 0;
  return {
    /** @throws GraphError  when WhatsApp does not accept the audio */
    async add(bytes: Buffer, mime: string): Promise<Media> {
      const [type = ""] = mime.split(";");
      if (!audioTypes.includes(type.trim().toLowerCase())) {
        throw new GraphError(
          100,
          `Param file must be a file with one of the following types: ${audioTypes.join(", ")}. Received file of type '${mime}'.`,
        );
      }
      if (bytes.length === 0 || bytes.length > MAX_MEDIA_BYTES) {
        throw new GraphError(131053, "The file must hold between 1 byte and 16 MB.");
      }
      const media: Media = {
        id: `9${String(randomInt(10 ** 14)).padStart(14, "0")}`,
        mime,
        bytes,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        durationMs: await durationMs(bytes, mime).catch(() => {
          throw new GraphError(131053, `The file is not readable as ${mime}.`);
        }),
      };
      uploads.set(media.id, media);
      keptBytes += bytes.length;
      for (const oldest of uploads.values()) {
        if (keptBytes <= KEPT_BYTES) break;
        uploads.delete(oldest.id);
        keptBytes -= oldest.bytes.length;
      }
      return media;
    },
    find: (id: string): Media | undefined => uploads.get(id),
  };
}

/** A message with this upload. `voice`: with a play button instead of as a file. */
export function audioContent({ id, mime, bytes, durationMs }: Media, voice: boolean): Content {
  const audio = { mediaId: id, mime, bytes: bytes.length, durationMs, voice };
  return { type: "audio", audio };
}
