import { expiringDocuments, storeOf } from "@matinale/kit";

/** One file of assembled audio in the media store. */
export type AudioPart = { mediaKey: string; mime: string; bytes: number; durationMs: number };

export type AudioForm = "voice_note" | "mp3";

type AssembledAudioDocument = { _id: string; parts: AudioPart[]; expiresAt: Date };

const keyOf = (key: string, form: AudioForm) => `${form}:${key}`;

/** Assembled audio by the key of its clips: audio of equal digests is assembled once. */
export class AssembledAudioStore extends storeOf<AssembledAudioDocument>(
  "assembled_audio",
  expiringDocuments(),
) {
  async of(key: string, form: AudioForm): Promise<AudioPart[] | null> {
    return (await this.document(keyOf(key, form)))?.parts ?? null;
  }

  async keep(
    key: string,
    form: AudioForm,
    parts: readonly AudioPart[],
    expiresAt: Date,
  ): Promise<void> {
    await this.model.updateOne(
      { _id: keyOf(key, form) },
      { $set: { parts: [...parts], expiresAt } },
      { upsert: true },
    );
  }
}
