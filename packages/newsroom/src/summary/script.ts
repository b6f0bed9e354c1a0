import type { Language } from "@matinale/contracts";
import type { Story } from "../news.ts";

/** Who wrote a script: a language model, or a rule that takes sentences from the outlets' own summaries. */
export type ScriptMethod = "model" | "extractive";

/** The script of one story in one language: written once, shared by all digests. */
export type Script = {
  storyId: string;
  language: Language;
  /** The article that it sums up. Unknown for scripts stored before it was kept. */
  itemId?: string | undefined;
  /** For the eye: the headline and one line under it, with the language's typography. */
  headline: string;
  line: string;
  /** For the ear: whole sentences that name its outlet. */
  spoken: string;
  method: ScriptMethod;
};

/** Why a script was written as it was: `ok` by a model, else what kept the model from it, as metrics name it. */
export type Written = { script: Script; reason: string };

/** Summarises a story in a few sentences of its own language. Always returns a script. */
export type Summariser = {
  /** True where a live model writes, so far as it can. */
  live: boolean;
  /** Most characters of a summary, without the headline and the outlets. */
  longest: number;
  /** @param options.urgent  whether a person waits  @param options.signal  ends the time there is for the story */
  summarise(story: Story, options: { urgent: boolean; signal: AbortSignal }): Promise<Written>;
};
