import type { Language } from "@matinale/contracts";
import { expiringDocuments, storeOf, type Leased } from "@matinale/kit";
import type { Script } from "@matinale/newsroom/summary";

/** While a process writes a script, the document has a lease and no text. */
type ScriptDocument = Script & { _id: string; expiresAt: Date };
export type ScriptLease = Leased<ScriptDocument>;

const scriptDays = 9;
const hour = 60 * 60 * 1000;
const day = 24 * hour;

const keyOf = (storyId: string, language: Language) => `${storyId}:${language}`;

const written = { spoken: { $exists: true } };
const unwritten = { spoken: { $exists: false } };

const scriptOf = ({ _id, expiresAt: _expiresAt, ...script }: ScriptDocument): Script => script;

/** Scripts by story and language. The script that is stored first stays, so that all digests share one text and one clip. */
export class ScriptStore extends storeOf<ScriptDocument>("scripts", expiringDocuments()) {
  async of(storyIds: readonly string[], language: Language): Promise<Map<string, Script>> {
    const found = await this.model
      .find({ _id: { $in: storyIds.map((id) => keyOf(id, language)) }, ...written })
      .lean<ScriptDocument[]>();
    return new Map(found.map((script) => [script.storyId, scriptOf(script)]));
  }

  /**
   * Leases a script to be written. The lease only avoids double work: the script that is stored first stays.
   *
   * @returns null when the script exists or another process writes it
   */
  async claim(
    storyId: string,
    language: Language,
    leaseMs: number,
    now: Date,
  ): Promise<ScriptLease | null> {
    const _id = keyOf(storyId, language);
    const expiresAt = new Date(now.getTime() + hour);
    await this.insertNew(_id, { storyId, language, expiresAt });
    return this.claimOne({ _id, ...unwritten }, { leaseMs, now });
  }

  /** @returns the stored script: this one, or an earlier one */
  async keep(script: Script, now: Date): Promise<Script> {
    const _id = keyOf(script.storyId, script.language);
    const expiresAt = new Date(now.getTime() + scriptDays * day);
    const kept = await this.model.updateOne(
      { _id, ...unwritten },
      { $set: { ...script, expiresAt }, $unset: { lease: 1 } },
    );
    if (kept.matchedCount === 1) return script;
    const stored = await this.model.findOne({ _id, ...written }).lean<ScriptDocument>();
    return stored === null ? script : scriptOf(stored);
  }
}
