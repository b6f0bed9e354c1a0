import type { Language } from "@matinale/contracts";
import type { Story } from "../news.ts";

/** How a script was written: by a language model, or from sentences of the outlet's own summary. */
export type ScriptMethod = "model" | "extractive";

/** The text of one story in one language: written once, shared by all digests. */
export type Script = {
  storyId: string;
  language: Language;
  itemId: string;
  /** When its outlet had last corrected it; missing when it never had. */
  correctedAt?: Date | undefined;
  /** Written: the headline and one line under it, with the typography of the language. */
  headline: string;
  line: string;
  /** Spoken: whole sentences, with the credit of the outlet when it alone reports the event. */
  spoken: string;
  /**
   * Spoken in one sentence; of a headline alone, with its denial or help line. Missing when one sentence would be unfair.
   */
  brief?: string | undefined;
  method: ScriptMethod;
};

/** A script, and why a model wrote it (`ok`) or did not; the reason is a label of a metric. */
export type Written = { script: Script; reason: string };

/** Summarises a story in a few sentences of its language. Always returns a script. */
export type Summariser = {
  /** False when it has no model: the reason of all its scripts is `no_model`. */
  hasModel: boolean;
  /** Most characters of a summary, without headline and credit. */
  maxSummaryLength: number;
  /** @param options.urgent  whether a reader waits  @param options.signal  aborts at the deadline of the story */
  summarise(story: Story, options: { urgent: boolean; signal: AbortSignal }): Promise<Written>;
};
