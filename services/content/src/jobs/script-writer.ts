import type { Language } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Story } from "../domain/news.ts";
import type { Script, Summariser } from "../domain/script.ts";
import type { ScriptStore } from "../store/scripts.ts";

const scripts = counter({
  name: "content_scripts_total",
  help: "Scripts written, by how",
  labelNames: ["method", "language"],
});

/** Scripts of stories: written once a language, read from the store ever after. */
export class ScriptWriter {
  readonly #scripts: ScriptStore;
  readonly #summariser: Summariser;

  constructor(scripts: ScriptStore, summariser: Summariser) {
    this.#scripts = scripts;
    this.#summariser = summariser;
  }

  /** By story id. */
  async all(stories: readonly Story[], language: Language): Promise<Map<string, Script>> {
    const found = await this.#scripts.of(
      stories.map((story) => story.id),
      language,
    );
    const missing = stories.filter((story) => !found.has(story.id));
    const { method } = this.#summariser;
    const written = await Promise.all(
      missing.map(async (story) => {
        const script = await this.#summariser.summarise(story);
        scripts.inc({ method, language });
        return this.#scripts.keep(script, method, new Date());
      }),
    );
    return new Map([...found, ...written.map((script) => [script.storyId, script] as const)]);
  }
}
