import type { Language } from "@matinale/contracts";
import type { Story } from "./news.ts";

/** One story as it is told in one language: made once, read by everybody. */
export type Script = {
  storyId: string;
  language: Language;
  /** For the eye: the headline and one line under it, with the language's typography. */
  headline: string;
  line: string;
  /** For the ear: whole sentences that name the outlet. */
  spoken: string;
};

/** Whoever can tell a story in a few sentences of its own language. */
export type Summariser = {
  /** How it does it, as metrics name it. */
  method: string;
  summarise(story: Story): Promise<Script>;
};
