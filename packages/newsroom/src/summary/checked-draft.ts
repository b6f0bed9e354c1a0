import { storyWords } from "../clustering/story-words.ts";
import { groundsOf, unfounded } from "../text/claims.ts";
import { sharesRun } from "../text/common-run.ts";
import { sentenceCase } from "../text/headline-case.ts";
import { contradicts, statementsOf } from "./contradictions.ts";
import { scriptOf } from "./extractive-summary.ts";
import { isForeign, languageOf } from "../text/language-of.ts";
import type { Story } from "../news.ts";
import { plainText } from "../text/plain-text.ts";
import { isAccusation, isDenial } from "../text/denial.ts";
import { helpline, isAboutSuicide, saysMethod } from "../text/suicide.ts";
import { harm } from "../text/safe-sentence.ts";
import type { Script } from "./script.ts";
import { bestArticlesFirst, sourceTitle } from "./source-article.ts";
import { sentences } from "../text/sentences.ts";
import { withPlainSpaces } from "../text/typography.ts";
import { isContested } from "./usable-sentences.ts";

/** Words in a row that a summary may share with an article: names and figures need a few, press law forbids more. */
const maxCopiedRun = 12;
/** Characters of the summary after the headline: about 20 seconds, as press law asks for short summaries. */
export const maxSummaryLength = 320;
const maxSentenceLength = 260;
const headlineLength = { min: 12, max: 130 };
const minSummaryLength = 30;
const maxSentences = 3;

/** A model's draft of a story, not checked yet. */
export type StoryDraft = { headline: string; sentences: string[] };

/** Why a whole draft is refused; also a label of a metric. */
export type DraftFault = "wrong_language" | "too_little" | "denial_cut";

const ends = /[.!?…]$/u;
/** A sentence begins with a capital or a number. This refuses a name in lower case, which the fact check would miss. */
const begins = /^[«“‘"\s]*[\p{Lu}\d]/u;

/**
 * The script of a model's draft. A sentence is dropped when it has an address, markup, an appeal or a telephone number, a
 * number or name that the source article does not have, turns round what that says, tells what an accused person denies as a
 * fact, is copied, repeats the headline or another sentence, or says how a suicide was done. A draft that leaves out the denial
 * of an accusation is refused. A headline that fails is replaced by the outlet's.
 * Only the one article that the model got is the source: another outlet may mean another person, toll or town.
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
  const statements = statementsOf([source.title, article], language);
  const isAccused = isContested(source, [source.title], language);
  const isSafe = (text: string) =>
    // what an accused person denies must not become a fact
    (!isAccused || isAccusation(text, language) || isDenial(text, language)) &&
    harm(text, language) === null &&
    unfounded(text, grounds, language).length === 0 &&
    !contradicts(text, statements, language);

  // `typeset` sets the spaces of French again
  const [draftHeadline = "", ...texts] = [draft.headline, ...draft.sentences].map((text) =>
    withPlainSpaces(text.slice(0, 2_000)),
  );
  const given = texts.flatMap((text) => sentences(text, language));
  if (languageOf([draftHeadline, ...given].join(" ")) !== language) {
    return { fault: "wrong_language" };
  }
  const ofSuicide = isAboutSuicide(`${source.title} ${article}`, language);
  const most = source.terms === "excerpt" ? 1 : maxSentences;
  const kept: string[] = [];
  let length = 0;
  const wordsOf = (text: string) => storyWords(text, language).join(" ");
  const included = new Set([wordsOf(draftHeadline)]);
  for (const sentence of given) {
    // a sentence with characters that hide or reorder others is refused, not cleaned
    if (plainText(sentence) !== sentence.normalize("NFC") || !ends.test(sentence)) continue;
    if (!begins.test(sentence)) continue;
    if (sentence.length > maxSentenceLength || length + sentence.length > maxSummaryLength)
      continue;
    if (kept.length === most || !isSafe(sentence)) continue;
    if (sharesRun(sentence, article, maxCopiedRun + 1)) continue;
    if (ofSuicide && saysMethod(sentence, language)) continue;
    const words = wordsOf(sentence);
    if (included.has(words)) continue;
    included.add(words);
    kept.push(sentence);
    length += sentence.length;
  }
  if (length < minSummaryLength) return { fault: "too_little" };
  if (isForeign(kept.join(" "), language)) return { fault: "wrong_language" };

  const own = draftHeadline.trim().replace(/\.$/u, "");
  const headline = language === "en" ? sentenceCase(own, [article, ...kept]) : own;
  const usable =
    headline.length >= headlineLength.min &&
    headline.length <= headlineLength.max &&
    plainText(headline) === headline.normalize("NFC") &&
    !(ofSuicide && saysMethod(headline, language)) &&
    isSafe(headline);
  const title = usable ? headline : sourceTitle(source, language);
  const isDenied = kept.some((sentence) => isDenial(sentence, language));
  if (isContested(source, [source.title, title, ...kept], language) && !isDenied)
    return { fault: "denial_cut" };

  const dropped = given.length - kept.length + (usable ? 0 : 1);
  const help = ofSuicide ? helpline(article, language) : null;
  const lines = help === null ? kept : [...kept, help];
  return { script: scriptOf(story, source, title, lines, "model"), dropped };
}
