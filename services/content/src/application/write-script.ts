import type { Language } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Story } from "@matinale/newsroom";
import {
  expectedSeconds,
  extractiveScript,
  isOutdated,
  type Script,
  type Summariser,
  type Written,
} from "@matinale/newsroom/summary";
import type { ModelFailure } from "../domain/language-model.ts";
import type { ScriptLease, ScriptStore, StoredScript } from "../store/scripts.ts";
import { claimOrWait } from "./claim-or-wait.ts";

const scripts = counter("content_scripts_total");

/** Milliseconds for one script, with its time in the queue: shorter when a reader waits, because clips follow. */
const timeoutMs = { urgent: 8_000, usual: 40_000 };
const leaseMs = 45_000;
/**
 * A script stays this long at least, so that the readers of one round get one text, and a story costs at most two model
 * calls an hour in each language. Milliseconds.
 */
const minAgeMs = 30 * 60_000;

/** Reasons of extracts that a model may write later: it did not answer in time, or was not asked. */
const passing: ReadonlySet<string> = new Set<ModelFailure | "budget">([
  "budget",
  "credentials",
  "quota",
  "rejected",
  "throttled",
  "timeout",
  "transient",
]);

/**
 * Gets the scripts of stories. A script is written once for each language, then read from the store, until the story has an
 * article with a higher toll, a correction or a denial: `isOutdated`. An extract is written again when the installation gets its
 * first model, or when the model was away.
 */
export class ScriptWriter {
  readonly #scripts: ScriptStore;
  readonly #summariser: Summariser;
  readonly #writing = new Map<string, Promise<Script>>();
  readonly #stopping: AbortSignal;

  /** @param stopping  aborted when the process stops; it then releases its scripts */
  constructor(scripts: ScriptStore, summariser: Summariser, stopping: AbortSignal) {
    this.#stopping = stopping;
    this.#scripts = scripts;
    this.#summariser = summariser;
  }

  /** Expected speaking time of a story in seconds, before its script is written. */
  expectedSeconds(story: Story): number {
    return expectedSeconds(story, this.#summariser.maxSummaryLength);
  }

  /** The scripts by story id. @param urgent  whether a reader waits */
  async all(
    stories: readonly Story[],
    language: Language,
    urgent: boolean,
  ): Promise<Map<string, Script>> {
    const found = await this.#scripts.of(
      stories.map((story) => story.id),
      language,
    );
    const oldest = Date.now() - minAgeMs;
    const scriptOf = async (story: Story): Promise<Script> => {
      const stored = found.get(story.id);
      if (stored === undefined) return this.#one(story, stored, urgent);
      const isRecent = stored.storedAt.getTime() > oldest;
      const isCurrent =
        !this.#lacksModel(stored, isRecent) && (isRecent || !isOutdated(stored.script, story));
      return isCurrent ? stored.script : this.#one(story, stored, urgent);
    };
    const all = await Promise.all(stories.map(scriptOf));
    return new Map(all.map((script) => [script.storyId, script]));
  }

  /** Whether the model is to write an extract now: there was none when it was written, or it was away and some time has passed. */
  #lacksModel({ reason = "" }: StoredScript, isRecent: boolean): boolean {
    if (!this.#summariser.hasModel) return false;
    return reason === "no_model" || (!isRecent && passing.has(reason));
  }

  #one(story: Story, outdated: StoredScript | undefined, urgent: boolean): Promise<Script> {
    const key = `${story.id}:${story.language}:${urgent}`;
    const mine =
      this.#writing.get(key) ??
      this.#write(story, outdated, urgent).finally(() => this.#writing.delete(key));
    this.#writing.set(key, mine);
    return mine;
  }

  /**
   * One process writes a script. Others poll for it. After the time limit they use the outdated script, which is better than
   * another one that only this process has, or else an extractive one.
   */
  async #write(story: Story, outdated: StoredScript | undefined, urgent: boolean): Promise<Script> {
    const limit = AbortSignal.timeout(timeoutMs[urgent ? "urgent" : "usual"]);
    const signal = AbortSignal.any([this.#stopping, limit]);
    const { id, language } = story;
    const claim = () => this.#scripts.claim(id, language, outdated, { leaseMs, now: new Date() });
    const read = async () => {
      const stored = (await this.#scripts.of([id], language)).get(id);
      return stored?.storedAt.getTime() === outdated?.storedAt.getTime()
        ? undefined
        : stored?.script;
    };
    const make = async (lease: ScriptLease) => {
      const written = await this.#summariser.summarise(story, { urgent, signal });
      if (this.#stopping.aborted) await this.#scripts.release(lease);
      this.#stopping.throwIfAborted();
      return this.#keep(written, outdated);
    };
    return claimOrWait({ claim, make, read }, signal).catch((error: unknown) => {
      if (error !== limit.reason) throw error;
      if (outdated !== undefined) return outdated.script;
      return this.#keep({ script: extractiveScript(story), reason: "timeout" }, outdated);
    });
  }

  #keep(written: Written, outdated: StoredScript | undefined): Promise<Script> {
    const { method, language } = written.script;
    scripts.inc({ method, reason: written.reason, language });
    return this.#scripts.keep(written, outdated, new Date());
  }
}
