import type { Language } from "@matinale/contracts";
import { Schema, type Connection, type Model } from "mongoose";
import type { Script } from "../domain/script.ts";

type ScriptDocument = Script & { _id: string; method: string; expiresAt: Date };

const scriptDays = 9;
const day = 24 * 60 * 60 * 1000;

const scriptSchema = new Schema<ScriptDocument>(
  {
    _id: { type: String, required: true },
    storyId: { type: String, required: true },
    language: { type: String, required: true },
    headline: { type: String, required: true },
    line: String,
    spoken: { type: String, required: true },
    method: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: "scripts", versionKey: false, strict: "throw" },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const keyOf = (storyId: string, language: Language) => `${storyId}:${language}`;

const scriptOf = ({ storyId, language, headline, line, spoken }: ScriptDocument): Script => ({
  storyId,
  language,
  headline,
  line: line ?? "",
  spoken,
});

/** Scripts by story and language. The first one written stays: everybody hears the same words, spoken once. */
export class ScriptStore {
  readonly #scripts: Model<ScriptDocument>;

  constructor(connection: Connection) {
    this.#scripts = connection.model<ScriptDocument>("Script", scriptSchema);
  }

  async of(storyIds: readonly string[], language: Language): Promise<Map<string, Script>> {
    const found = await this.#scripts
      .find({ _id: { $in: storyIds.map((id) => keyOf(id, language)) } })
      .lean<ScriptDocument[]>();
    return new Map(found.map((script) => [script.storyId, scriptOf(script)]));
  }

  /** @returns the script that is stored: this one, or the one that was there before */
  async keep(script: Script, method: string, now: Date): Promise<Script> {
    const stored = await this.#scripts
      .findOneAndUpdate(
        { _id: keyOf(script.storyId, script.language) },
        {
          $setOnInsert: {
            ...script,
            method,
            expiresAt: new Date(now.getTime() + scriptDays * day),
          },
        },
        { upsert: true, returnDocument: "after" },
      )
      .lean<ScriptDocument>();
    return stored === null ? script : scriptOf(stored);
  }
}
