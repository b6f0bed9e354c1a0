import { Schema, type Connection, type Model } from "mongoose";

/** A piece of finished sound in the media store. */
export type RecordedPart = { mediaKey: string; mime: string; bytes: number; durationMs: number };

export type RecordingForm = "voice_note" | "mp3";

type RecordingDocument = { _id: string; parts: RecordedPart[]; expiresAt: Date };

const partSchema = new Schema<RecordedPart>(
  {
    mediaKey: { type: String, required: true },
    mime: { type: String, required: true },
    bytes: { type: Number, required: true },
    durationMs: { type: Number, required: true },
  },
  { _id: false },
);

const recordingSchema = new Schema<RecordingDocument>(
  {
    _id: { type: String, required: true },
    parts: { type: [partSchema], required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: "recordings", versionKey: false, strict: "throw" },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const keyOf = (key: string, form: RecordingForm) => `${form}:${key}`;

/** Joined digests by what is in them: equal digests are joined once. */
export class RecordingStore {
  readonly #recordings: Model<RecordingDocument>;

  constructor(connection: Connection) {
    this.#recordings = connection.model<RecordingDocument>("Recording", recordingSchema);
  }

  async of(key: string, form: RecordingForm): Promise<RecordedPart[] | null> {
    const found = await this.#recordings.findById(keyOf(key, form)).lean<RecordingDocument>();
    return found?.parts ?? null;
  }

  async keep(
    key: string,
    form: RecordingForm,
    parts: readonly RecordedPart[],
    expiresAt: Date,
  ): Promise<void> {
    await this.#recordings.updateOne(
      { _id: keyOf(key, form) },
      { $set: { parts: [...parts], expiresAt } },
      { upsert: true },
    );
  }
}
