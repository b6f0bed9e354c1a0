import type { Language } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Story } from "@matinale/newsroom";
import {
  expectedSeconds,
  extractiveScript,
  type Script,
  type Summariser,
  type Written,
} from "@matinale/newsroom/summary";
import type { ScriptLease, ScriptStore } from "../store/scripts.ts";
import { claimOrWait } from "./claim-or-wait.ts";

const scripts = counter("content_scripts_total");

/** Milliseconds for one script, with its time in the queue: shorter when a reader waits, because clips follow. */
const timeoutMs = { urgent: 8_000, usual: 40_000 };
const leaseMs = 45_000;

/** Gets the scripts of stories. A script is written once for each language, then read from the store. */
export class ScriptWriter {
  readonly #scripts: ScriptStore;
  readonly #summariser: Summariser;
  readonly #writing = new Map<string, Promise<Script>>();
  readonly #stopping: AbortSignal;

  /** @param stopping  aborted when the process stops; it then releases its scripts */
  constructor(
    scripts: ScriptStore,
    summariser: Summariser,
    stopping: AbortSignal = new AbortController().signal,
  ) {
    this.#stopping = stopping;
    this.#scripts = scripts;
    this.#summariser = summariser;
  }

  get live(): boolean {
    return this.#summariser.live;
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
    const missing = stories.filter((story) => !found.has(story.id));
    const written = await Promise.all(missing.map((story) => this.#one(story, urgent)));
    return new Map([...found, ...written.map((script) => [script.storyId, script] as const)]);
  }

  #one(story: Story, urgent: boolean): Promise<Script> {
    const key = `${story.id}:${story.language}:${urgent}`;
    const mine =
      this.#writing.get(key) ?? this.#write(story, urgent).finally(() => this.#writing.delete(key));
    this.#writing.set(key, mine);
    return mine;
  }

  /** One process writes a script. Others poll for it, and use an extractive script after the time limit. */
  async #write(story: Story, urgent: boolean): Promise<Script> {
    const limit = AbortSignal.timeout(timeoutMs[urgent ? "urgent" : "usual"]);
    const signal = AbortSignal.any([this.#stopping, limit]);
    const { id, language } = story;
    const claim = () => this.#scripts.claim(id, language, leaseMs, new Date());
    const read = async () => (await this.#scripts.of([id], language)).get(id);
    const make = async (lease: ScriptLease) => {
      const written = await this.#summariser.summarise(story, { urgent, signal });
      if (this.#stopping.aborted) await this.#scripts.release(lease);
      this.#stopping.throwIfAborted();
      return this.#keep(written);
    };
    return claimOrWait({ claim, make, read }, signal).catch((error: unknown) => {
      if (error !== limit.reason) throw error;
      return this.#keep({ script: extractiveScript(story), reason: "timeout" });
    });
  }

  #keep({ script, reason }: Written): Promise<Script> {
    const { method, language } = script;
    scripts.inc({ method, reason, language });
    return this.#scripts.keep(script, new Date());
  }
}
