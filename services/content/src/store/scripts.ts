import type { Language } from "@matinale/contracts";
import { expiringDocuments, storeOf, type Leased } from "@matinale/kit/mongo";
import type { Script, Written } from "@matinale/newsroom/summary";

/** While a process writes the first script of a story, the document has a lease and no text. */
type ScriptDocument = Script & {
  _id: string;
  /** Missing in documents of an earlier release. */
  reason?: string;
  expiresAt: Date;
  lease?: object;
};
export type ScriptLease = Leased<ScriptDocument>;

/** A script and when it was stored, which identifies this version of it. */
export type StoredScript = { script: Script; reason: string | undefined; storedAt: Date };

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const keptMs = 9 * day;

const keyOf = (storyId: string, language: Language) => `${storyId}:${language}`;

const written = { spoken: { $exists: true } };
const unwritten = { spoken: { $exists: false } };

const storedOf = ({
  _id,
  reason,
  expiresAt,
  lease: _lease,
  ...script
}: ScriptDocument): StoredScript => ({
  script,
  reason,
  storedAt: new Date(expiresAt.getTime() - keptMs),
});

/** A document without a script, or with the version that is to be replaced. */
const replaceable = (replaced: StoredScript | undefined) =>
  replaced === undefined
    ? unwritten
    : { ...written, expiresAt: new Date(replaced.storedAt.getTime() + keptMs) };

/** Scripts by story and language: one at a time, so that all digests share one text and one clip. */
export class ScriptStore extends storeOf<ScriptDocument>("scripts", expiringDocuments()) {
  async of(storyIds: readonly string[], language: Language): Promise<Map<string, StoredScript>> {
    const found = await this.model
      .find({ _id: { $in: storyIds.map((id) => keyOf(id, language)) }, ...written })
      .lean<ScriptDocument[]>();
    return new Map(found.map((script) => [script.storyId, storedOf(script)]));
  }

  /**
   * Leases a script to be written. The lease only avoids double work: the script that is stored first stays.
   *
   * @param replaced  the version that is to be written again; digests read it until then
   * @returns null when the script exists, in another version than the replaced one, or another process writes it
   */
  async claim(
    storyId: string,
    language: Language,
    replaced: StoredScript | undefined,
    { leaseMs, now }: { leaseMs: number; now: Date },
  ): Promise<ScriptLease | null> {
    const _id = keyOf(storyId, language);
    const expiresAt = new Date(now.getTime() + hour);
    if (replaced === undefined) await this.insertNew(_id, { storyId, language, expiresAt });
    return this.claimOne({ _id, ...replaceable(replaced) }, { leaseMs, now });
  }

  /** @returns the stored script: this one, or one that another process has stored before */
  async keep(
    { script, reason }: Written,
    replaced: StoredScript | undefined,
    now: Date,
  ): Promise<Script> {
    const _id = keyOf(script.storyId, script.language);
    // a whole document: a script without a brief must not keep that of the version before
    const kept = await this.model.replaceOne(
      { _id, ...replaceable(replaced) },
      { ...script, reason, expiresAt: new Date(now.getTime() + keptMs) },
    );
    if (kept.matchedCount === 1) return script;
    const stored = await this.model.findOne({ _id, ...written }).lean<ScriptDocument>();
    return stored === null ? script : storedOf(stored).script;
  }
}
