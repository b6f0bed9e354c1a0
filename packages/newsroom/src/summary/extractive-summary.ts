import type { Language } from "@matinale/contracts";
import { attributed, isExclusive } from "./attribution.ts";
import { zoneOf } from "./edition-zone.ts";
import { withoutDateline, withoutKicker } from "../text/kicker.ts";
import { outletTerms, type Source, type Story } from "../news.ts";
import { cutAtWord } from "../text/plain-text.ts";
import { withCapitals } from "../text/capitals.ts";
import { isAccusation, isDenial, shortDenial } from "../text/denial.ts";
import { isFurniture } from "../text/is-news.ts";
import { numbersIn } from "../text/number-words.ts";
import { withWeekdays } from "../text/relative-time.ts";
import { helpline, isAboutSuicide, saysMethod } from "../text/suicide.ts";
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
  /(?:\s*(?:Lire (?:la suite|plus|l[’']article).*|Continue reading.*|Read more.*|\[\s*(?:…|\.\.\.)\s*\].*|The post .* appeared first on .*|L[’']article (?:.* )?est apparu en premier sur .*|\(?(?:avec|with) (?:l[’'])?(?:AFP|Reuters|AP|agences?|agencies)\)?\.?))$/iu;
/** First person: listeners would take the outlet's "we" for Matinale. */
const firstPerson: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:nous|notre|nos)(?!\p{L})/iu,
  en: /(?<!\p{L})(?:[Ww]e|[Oo]ur|us|contributed to this (?:report|story|article))(?!\p{L}|\.S)/u,
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

/** A sentence with this share of its words in the headline says nothing new. */
const mostRepeated = 0.6;

/** Whether a sentence has fewer than three words that are not in the headline, or mostly words that are. */
function repeats(sentence: string, headline: string, language: Language): boolean {
  const words = new Set(storyWords(sentence, language));
  const known = new Set(storyWords(headline, language));
  const newWords = [...words].filter((word) => !known.has(word)).length;
  return newWords < 3 || (words.size - newWords) / words.size >= mostRepeated;
}

const termsOf = ({ terms = "licensed" }: Source) => terms;

/** Whether only the headline of an article may be told. */
const isHeadlineOnly = (source: Source): boolean => termsOf(source) === "headline";

/** Whether the outlets of a story allow nothing but their headlines. */
export const hasHeadlinesOnly = ({ sources }: Pick<Story, "sources">): boolean =>
  sources.every(isHeadlineOnly);

/**
 * The articles whose outlets allow the most first, then those with the longest summaries, equal ones in their order; above
 * 600 characters all are equal.
 */
const byTermsAndLength = (sources: readonly Source[]): Source[] =>
  sources.toSorted(
    (one, other) =>
      outletTerms.indexOf(termsOf(one)) - outletTerms.indexOf(termsOf(other)) ||
      Math.min(other.summary.length, 600) - Math.min(one.summary.length, 600),
  );

/** Most characters of an accusation and its denial together. */
const maxContestedLength = 320;

const startsWithQuotation = /^[«“‘"]/u;

/** Names and numbers that the headline does not have: a measure of the information in a sentence. */
function newFacts(sentence: string, headline: string, language: Language): number {
  const names = sentence.match(/(?<=[\p{L}\d,] )\p{Lu}[\p{L}’'-]+/gu) ?? [];
  const known = headline.toLowerCase();
  const numbersOfHeadline = numbersIn(headline, language);
  return (
    new Set(names.filter((name) => !known.includes(name.toLowerCase()))).size +
    [...numbersIn(sentence, language)].filter((number) => !numbersOfHeadline.has(number)).length
  );
}

/** What an article is about that changes which of its sentences a digest must have or leave out. */
type Subject = { contested: boolean; ofSuicide: boolean };

/** The sentences of a report that a digest may have, in order. A denial always may, whatever it refers to. */
function allowedSentences(
  source: Source,
  headline: string,
  language: Language,
  { contested, ofSuicide }: Subject,
): string[] {
  const report = reportOf(source, language);
  const kept: string[] = [];
  let missed = false;
  for (const sentence of sentences(report, language)) {
    if (!ended(sentence) && kept.length > 0) break;
    const isDenied = contested && isDenial(sentence, language);
    if (!isDenied && repeats(sentence, headline, language)) continue;
    const refersBack = missed && !isDenied && backReference[language].test(sentence);
    missed = true;
    if (refersBack || isUninformative(sentence)) continue;
    if (!isDenied && isFurniture(sentence)) continue;
    if (sentence.length > maxQuotedLength) continue;
    if (byline.test(sentence) || author.test(sentence)) continue;
    if (firstPerson[language].test(sentence.replace(quotations, ""))) continue;
    if (ofSuicide && saysMethod(sentence, language)) continue;
    // an article may contain instructions to a model, or an advertisement
    if (harm(sentence, language) !== null) continue;
    missed = false;
    kept.push(asSentence(sentence));
  }
  return kept;
}

/** The summary without the additions of a feed, with the capitals of a typesetter. */
const reportOf = ({ summary, title }: Source, language: Language): string =>
  withCapitals(withoutDateline(summary.replace(leftovers, "")), language, [title]).replaceAll(
    departmentNumbers,
    "",
  );
/** "l’Ain (01), le Doubs (25)" */
const departmentNumbers = /\s\((?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97\d)\)/gu;

/** Whether an article accuses a person and also has a denial. */
export const isContested = ({ title, summary }: Source, language: Language): boolean =>
  isAccusation(`${title} ${summary}`, language) &&
  sentences(summary, language).some((sentence) => isDenial(sentence, language));

/**
 * The whole sentences of a summary that add to its headline, together at most `maxQuotedLength` characters. The first is
 * the one of the first three with the most information, and no quotation. The denial of an accusation is always among
 * them; so is the help line of a report about a suicide.
 */
export function usableSentences(source: Source, headline: string, language: Language): string[] {
  const contested = isContested(source, language);
  const ofSuicide = isAboutSuicide(`${source.title} ${source.summary}`, language);
  const all =
    termsOf(source) === "licensed"
      ? allowedSentences(source, headline, language, { contested, ofSuicide })
      : [];
  const limit = contested ? maxContestedLength : maxQuotedLength;
  const denied = contested
    ? (all.find((sentence) => isDenial(sentence, language)) ?? shortDenial[language])
    : null;
  const help = ofSuicide ? helpline(source.summary, language) : null;
  const fits = all.filter((sentence) => sentence !== denied);
  const lead = fits
    .slice(0, 3)
    .filter((sentence) => !startsWithQuotation.test(sentence))
    .map((sentence) => ({ sentence, facts: newFacts(sentence, headline, language) }))
    .reduce<{ sentence: string; facts: number } | null>(
      (best, each) => (best === null || each.facts > best.facts + 1 ? each : best),
      null,
    );
  const kept: string[] = [];
  let length = denied?.length ?? 0;
  let missed = false;
  for (const sentence of lead === null ? [] : fits.slice(fits.indexOf(lead.sentence))) {
    const refersBack: boolean = missed && backReference[language].test(sentence);
    missed = refersBack || length + sentence.length > limit;
    if (missed) continue;
    kept.push(sentence);
    length += sentence.length;
  }
  if (denied !== null) kept.push(denied);
  const hasHelp = kept.some((sentence) => helpline(sentence, language) !== null);
  if (help !== null && !hasHelp) kept.push(help);
  return kept;
}

/**
 * The usable sentences of one more article that add to what was told before. An accusation keeps its denial, and a
 * denial is not told alone.
 */
export function furtherSentences(source: Source, told: string, language: Language): string[] {
  const usable = usableSentences(source, sourceTitle(source, language), language);
  const kept: string[] = [];
  let missed = false;
  for (const sentence of usable) {
    const refersBack: boolean = missed && backReference[language].test(sentence);
    missed = refersBack || repeats(sentence, told, language);
    if (!missed) kept.push(sentence);
  }
  if (!isContested(source, language)) return kept;
  const isDenied = (sentence: string) => isDenial(sentence, language);
  if (kept.every(isDenied)) return [];
  return kept.some(isDenied) ? kept : [...kept, ...usable.filter(isDenied)];
}

/** The title of an article without the outlet's name at its end, without labels, and not in capitals. */
export function sourceTitle({ title, outlet, summary }: Source, language: Language): string {
  const own = title.replace(/\s*[|–—-]\s*[^|–—-]{2,30}$/u, (tail) =>
    tail.toLowerCase().includes(outlet.toLowerCase()) ? "" : tail,
  );
  return withCapitals(withoutKicker(own), language, [summary]);
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
  const longestFirst = byTermsAndLength(sources);
  const best = longestFirst.find(
    (source) => usableSentences(source, sourceTitle(source, language), language).length > 0,
  );
  return best === undefined ? longestFirst : [best, ...sources.filter((each) => each !== best)];
}

const contestedLabel: Record<Language, string> = { fr: " (faits contestés)", en: " (denied)" };

/** The headline of an article that is listed without a script. It says when what it reports is contested. */
export const printedTitle = (source: Source, language: Language): string =>
  typeset(
    cutAtWord(sourceTitle(source, language), maxHeadlineLength) +
      (isContested(source, language) ? contestedLabel[language] : ""),
    language,
  );

/**
 * A script: the headline as a sentence, then the chosen sentences. "Yesterday" and the like become the names of days. The
 * voice credits an outlet only when no other reports the event or the facts are contested; the written digest credits all.
 */
export function scriptOf(
  story: Story,
  source: Source,
  title: string,
  chosen: readonly string[],
  method: ScriptMethod,
): Script {
  const { id: storyId, language } = story;
  const dated = (text: string) => withWeekdays(text, language, source.publishedAt, zoneOf(story));
  const headline = dated(title);
  const lines = chosen.map(dated);
  const contested = isContested(source, language);
  const ofSuicide = isAboutSuicide(`${source.title} ${source.summary}`, language);
  const credited = (before: string, told: readonly string[]) =>
    contested || isExclusive(story) ? attributed(story, source, before, told) : told.join(" ");
  // an accusation is never printed without its denial
  const line = contested ? lines.join(" ") : (lines[0] ?? "");
  return {
    storyId,
    language,
    itemId: source.itemId,
    headline: typeset(cutAtWord(headline, maxHeadlineLength), language),
    line: typeset(line, language),
    spoken: typeset(`${asSentence(headline)} ${credited(headline, lines)}`.trim(), language),
    // a denial or a help line needs a second sentence
    ...(contested || ofSuicide
      ? {}
      : { brief: typeset(credited("", [asSentence(headline)]), language) }),
    method,
  };
}

/** A script of whole sentences from the source article's own summary. @throws RangeError when the story has no article */
export function extractiveScript(story: Story): Script {
  const [source] = bestArticlesFirst(story);
  if (source === undefined)
    throw new RangeError(`story ${story.id} has no source in ${story.language}`);
  const title = sourceTitle(source, story.language);
  const chosen = usableSentences(source, title, story.language);
  return scriptOf(story, source, title, chosen, "extractive");
}

/**
 * Expected speaking time of a story in seconds, before its script is written.
 *
 * @param maxLength  most characters of the summary, without headline and credit
 */
export function expectedSeconds(story: Story, maxLength: number): number {
  const [first] = byTermsAndLength(story.sources);
  const { title = "", summary = "" } = first ?? {};
  const told =
    first === undefined || isHeadlineOnly(first) ? 0 : Math.min(summary.length, maxLength);
  const length = title.length + told + 40;
  return speakingSeconds(length, story.language);
}

/** Writes scripts without a model, for an installation without one. */
export const extractiveSummariser: Summariser = {
  live: false,
  maxSummaryLength: maxQuotedLength,
  summarise: (story) => Promise.resolve({ script: extractiveScript(story), reason: "no_model" }),
};
