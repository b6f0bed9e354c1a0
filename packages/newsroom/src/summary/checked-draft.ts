import { groundsOf, unfounded } from "../text/claims.ts";
import { longestCommonRun } from "../text/common-run.ts";
import { sentenceCase } from "../text/headline-case.ts";
import { bestArticlesFirst, scriptOf, sourceTitle } from "./extractive-summary.ts";
import { languageOf } from "../text/language-of.ts";
import type { Story } from "../news.ts";
import { plainText } from "../text/plain-text.ts";
import { harm } from "../text/safe-sentence.ts";
import type { Script } from "./script.ts";
import { sentences } from "../text/sentences.ts";

/** Words in a row that a summary may share with an article: names and figures need some, press law forbids many. */
const longestCopiedRun = 12;
/** Characters of the summary after the headline: about 20 seconds. Press law wants little more than that. */
export const longestSpoken = 320;
const longestSentence = 260;
const headlineLength = { least: 12, most: 130 };
const shortestSummary = 30;
const mostSentences = 3;

/** A model's draft of a story, not checked yet. */
export type StoryDraft = { headline: string; sentences: string[] };

/** What is wrong with a draft as a whole, as metrics name it. */
export type DraftFault = "wrong_language" | "too_little";

const ends = /[.!?…]$/u;
/** A sentence begins with a capital or a number: a name written small to pass for a word does not. */
const begins = /^[«“‘"\s]*[\p{Lu}\d]/u;

/**
 * The script that is left of a model's draft once nothing in it has to be taken on trust: each sentence without an
 * address, markup, appeal or telephone number, with no number or proper name that its source does not have, and not
 * copied. A headline that fails is replaced by the outlet's. Its source is the one article that the model was shown: what
 * another outlet says of the story may be another's age, toll or town.
 */
export function checkedScript(
  draft: StoryDraft,
  story: Story,
): { script: Script; dropped: number } | { fault: DraftFault } {
  const { language } = story;
  const [source] = bestArticlesFirst(story);
  if (source === undefined) return { fault: "too_little" };
  const article = source.summary;
  const grounds = groundsOf([source.outlet, source.title, article], language);
  const sound = (text: string) =>
    harm(text, language) === null && unfounded(text, grounds, language).length === 0;
  const own = (text: string) => longestCommonRun(text, article) <= longestCopiedRun;

  const given = draft.sentences.flatMap((text) => sentences(text.slice(0, 2_000), language));
  if (languageOf([draft.headline, ...given].join(" ")) !== language) {
    return { fault: "wrong_language" };
  }
  const kept: string[] = [];
  let length = 0;
  for (const sentence of given) {
    // what hides or reorders characters is not looked through but refused
    if (plainText(sentence) !== sentence.normalize("NFC") || !ends.test(sentence)) continue;
    if (!begins.test(sentence)) continue;
    if (sentence.length > longestSentence || length + sentence.length > longestSpoken) continue;
    if (kept.length === mostSentences || !sound(sentence) || !own(sentence)) continue;
    kept.push(sentence);
    length += sentence.length;
  }
  if (length < shortestSummary) return { fault: "too_little" };
  if (languageOf(kept.join(" ")) !== language) return { fault: "wrong_language" };

  const title = draft.headline.trim().replace(/\.$/u, "");
  const headline = language === "en" ? sentenceCase(title, [article, ...kept]) : title;
  const usable =
    headline.length >= headlineLength.least &&
    headline.length <= headlineLength.most &&
    plainText(headline) === headline.normalize("NFC") &&
    sound(headline);
  const dropped = given.length - kept.length + (usable ? 0 : 1);
  const script = scriptOf(story, source, usable ? headline : sourceTitle(source), kept, "model");
  return { script, dropped };
}
