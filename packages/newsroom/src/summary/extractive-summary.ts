import type { Language } from "@matinale/contracts";
import { attributed } from "./attribution.ts";
import { withoutDateline, withoutKicker } from "../text/kicker.ts";
import type { Source, Story } from "../news.ts";
import { cutAtWord } from "../text/plain-text.ts";
import { harm } from "../text/safe-sentence.ts";
import type { Script, ScriptMethod, Summariser } from "./script.ts";
import { sentences } from "../text/sentences.ts";
import { speakingSeconds } from "../reading/speaking-time.ts";
import { storyWords } from "../clustering/story-words.ts";
import { typeset } from "../text/typography.ts";

/** Most characters of an outlet's own words: a short quotation with its source, as press law allows. */
export const maxQuotedLength = 200;
const maxHeadlineLength = 160;

/** Endings that feeds add to a summary: "Read more", "Lire la suite", "[…]". */
const leftovers =
  /(?:\s*(?:Lire (?:la suite|plus|l[’']article).*|Continue reading.*|Read more.*|\[\s*(?:…|\.\.\.)\s*\].*|The post .* appeared first on .*|L[’']article .* est apparu en premier sur .*))$/iu;
/** First person: listeners would take the outlet's "we" for Matinale. */
const firstPerson: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:nous|notre|nos)(?!\p{L})/iu,
  en: /(?<!\p{L})(?:we|our|us|contributed to this (?:report|story|article))(?!\p{L}|\.S)/u,
};
const quotations = /[«“‘"][^»”’"]*(?:[»”’"]|$)/gu;
/** Lines that name the author, the speaker, the date or the owner of a picture. */
const author = /^(?:Par|By|Avec|With) \p{Lu}[\p{L}’'.-]* \p{Lu}[\p{L} ’'.-]*(?:[.,]|$)/u;
const byline =
  /^(?:avec (?:l[’'])?(?:AFP|Reuters|agences?)|propos recueillis|publié|mis à jour|published|last updated|updated|photo(?:graph)?s?\s?:|crédits?\s?:|image source|getty|[àa] lire aussi|lire aussi|voir aussi|related:|more:)/iu;
/** Words at the beginning of a sentence that refer to the sentence before. */
const backReference: Record<Language, RegExp> = {
  fr: /^(?:Il|Elle|Ils|Elles|Ce|Cet|Cette|Ces|Cela|Ça|C[’']|Celui-ci|Celle-ci|Ceux-ci|Son|Sa|Ses|Leurs?|Mais|Et|Or|Car|Donc|Ainsi|Aussi|En effet|Par ailleurs|De son côté|L[’']un|D[’']autres|Un autre|Une autre)(?!\p{L})/u,
  en: /^(?:He|She|It|They|This|That|These|Those|His|Her|Its|Their|But|And|So|However|Meanwhile|Both|Another|Others|Instead)(?!\p{L})/u,
};

const ended = (sentence: string) => /[.!?…»”"]$/u.test(sentence);
/** Whether a text ends with a full stop, also inside a quotation. Without one, the next sentence would follow without a pause. */
const stopped = (text: string) => /[.!?…][\s»”’"')]*$/u.test(text);
const asSentence = (text: string) =>
  stopped(text) ? text : `${text.replace(/[\s,;:–—-]+$/u, "")}.`;
/** Sentences that the feed cut off, questions and exclamations, which give no information. */
const isUninformative = (sentence: string) => /(?:…|\.\.\.|[?!][»”"\s]*)$/u.test(sentence);

/** Whether a sentence has fewer than three words that are not in the headline. */
function repeats(sentence: string, headline: string, language: Language): boolean {
  const words = new Set(storyWords(sentence, language));
  const known = new Set(storyWords(headline, language));
  let newWords = 0;
  for (const word of words) if (!known.has(word)) newWords += 1;
  return newWords < 3;
}

/** The articles with the longest summaries first, equal ones in their order; above 600 characters all are equal. */
const byLength = (sources: readonly Source[]): Source[] =>
  sources.toSorted(
    (one, other) => Math.min(other.summary.length, 600) - Math.min(one.summary.length, 600),
  );

/** The whole sentences of a summary that add to its headline, together at most `maxQuotedLength` characters. */
function usableSentences(source: Source, headline: string, language: Language): string[] {
  const kept: string[] = [];
  let length = 0;
  let missed = false;
  const report = withoutDateline(source.summary.replace(leftovers, ""));
  for (const sentence of sentences(report, language)) {
    if (!ended(sentence) && kept.length > 0) break;
    if (repeats(sentence, headline, language)) continue;
    const refersBack = missed && backReference[language].test(sentence);
    missed = true;
    if (refersBack || isUninformative(sentence)) continue;
    if (byline.test(sentence) || author.test(sentence)) continue;
    if (firstPerson[language].test(sentence.replace(quotations, ""))) continue;
    if (length + sentence.length > maxQuotedLength) continue;
    // an article may contain instructions to a model, or an advertisement
    if (harm(sentence, language) !== null) continue;
    missed = false;
    kept.push(asSentence(sentence));
    length += sentence.length;
  }
  return kept;
}

/** The title of an article without the outlet's name at its end, and without labels. */
export function sourceTitle({ title, outlet }: Source): string {
  const own = title.replace(/\s*[|–—-]\s*[^|–—-]{2,30}$/u, (tail) =>
    tail.toLowerCase().includes(outlet.toLowerCase()) ? "" : tail,
  );
  return withoutKicker(own);
}

/**
 * The articles of a story with the source article first: headline, sentences and link all come from that one, because no
 * outlet is responsible for the words of another. It is the article with the longest summary that says more than its
 * headline.
 */
export function bestArticlesFirst({
  sources,
  language,
}: Pick<Story, "sources" | "language">): Source[] {
  const longestFirst = byLength(sources);
  const best = longestFirst.find(
    (source) => usableSentences(source, sourceTitle(source), language).length > 0,
  );
  return best === undefined ? longestFirst : [best, ...sources.filter((each) => each !== best)];
}

/** The headline of an article that is listed without a script. */
export const printedTitle = (source: Source, language: Language): string =>
  typeset(cutAtWord(sourceTitle(source), maxHeadlineLength), language);

/** A script: the headline as a sentence, then the chosen sentences with the credit of their outlet. */
export function scriptOf(
  story: Story,
  source: Source,
  title: string,
  chosen: readonly string[],
  method: ScriptMethod,
): Script {
  const { id: storyId, language } = story;
  return {
    storyId,
    language,
    itemId: source.itemId,
    headline: typeset(cutAtWord(title, maxHeadlineLength), language),
    line: typeset(chosen[0] ?? "", language),
    spoken: typeset(`${asSentence(title)} ${attributed(story, source, title, chosen)}`, language),
    method,
  };
}

/** A script of whole sentences from the source article's own summary. @throws RangeError when the story has no article */
export function extractiveScript(story: Story): Script {
  const [source] = bestArticlesFirst(story);
  if (source === undefined)
    throw new RangeError(`story ${story.id} has no source in ${story.language}`);
  const title = sourceTitle(source);
  const chosen = usableSentences(source, title, story.language);
  return scriptOf(story, source, title, chosen, "extractive");
}

/**
 * Expected speaking time of a story in seconds, before its script is written.
 *
 * @param maxLength  most characters of the summary, without headline and credit
 */
export function expectedSeconds(story: Story, maxLength: number): number {
  const { title = "", summary = "" } = byLength(story.sources)[0] ?? {};
  const length = title.length + Math.min(summary.length, maxLength) + 40;
  return speakingSeconds(length, story.language);
}

/** Writes scripts without a model, for an installation without one. */
export const extractiveSummariser: Summariser = {
  live: false,
  maxSummaryLength: maxQuotedLength,
  summarise: (story) => Promise.resolve({ script: extractiveScript(story), reason: "no_model" }),
};
