import type { Language } from "@matinale/contracts";
import { storyWords } from "../clustering/story-words.ts";
import type { Source } from "../news.ts";
import { anyMonth } from "../text/calendar.ts";
import { withCapitals } from "../text/capitals.ts";
import { deniesAccusation, isAccusation, isDenial, shortDenial } from "../text/denial.ts";
import { isBoilerplate } from "../text/is-news.ts";
import { withoutDateline } from "../text/kicker.ts";
import { numbersIn } from "../text/number-words.ts";
import { harm } from "../text/safe-sentence.ts";
import { sentences } from "../text/sentences.ts";
import { helpline, isAboutSuicide, saysMethod } from "../text/suicide.ts";
import { isShouted } from "../text/unshouted.ts";
import { quotations } from "../text/words.ts";
import { isBareQuotation, isHalfQuotation, quotedSentences } from "./quoted-words.ts";

/** Most characters of an outlet's own words: a short quotation with its source, as press law allows. */
export const maxQuotedLength = 200;

/** Endings that feeds add to a summary: "Read more", "Lire la suite", "[…]", the initials of an agency’s editors. */
const leftovers =
  /(?:\s*(?:Lire (?:la suite|plus|l[’']article).*|Continue reading.*|Read more.*|\[\s*(?:…|\.\.\.)\s*\].*|The post .* appeared first on .*|(?:Cet |L[’'])article (?:.* )?est apparu en premier sur .*|\(?(?:avec|with) (?:l[’'])?(?:AFP|Reuters|AP|agences?|agencies)\)?\.?)|(?<=[.»”"])\s+\p{Ll}{2,4}(?:[/-]\p{Ll}{2,4})+)$/iu;
/** The name behind a report: "-Edith Morel, Agefi-Dow Jones". */
const signature =
  /(?<=[.!?»”"])\s+[–—-]\s?\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}.’'-]+){1,3}(?:,\s[^.,]{2,40})?\.?$/u;
/**
 * First person: listeners would take the outlet's "we" for Matinale. A hyphen and a capital make a name, « Notre-Dame », and a
 * name with a capital before it makes "I" a number, "Charles I".
 */
const firstPerson: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:[Jj][’']\p{L}|(?:[Jj]e|[Nn]ous|[Nn]otre|[Nn]os)(?!\p{L}|-\p{Lu}|\sDame))/u,
  en: /(?<!\p{L})(?:(?<!\p{Lu}\p{L}+\s)I(?=[’'\s])|me|[Mm]y|[Ww]e|[Oo]ur|us|contributed to this (?:report|story|article))(?!\p{L}|\.S)/u,
};
/** Lines that name the author, the speaker, the date or the owner of a picture. */
const author = /^(?:Par|By|Avec|With) \p{Lu}[\p{L}’'.-]* \p{Lu}[\p{L} ’'.-]*(?:[.,]|$)/u;
const byline =
  /^(?:avec (?:l[’'])?(?:AFP|Reuters|agences?)|propos recueillis|publié|mis à jour|published|last updated|updated|photo(?:graph)?s?\s?:|crédits?\s?:|image source|getty|[àa] lire aussi|lire aussi|voir aussi|related:|more:)/iu;
/** The credit of a picture. Before the report, it ends a caption: « Des habitants évacués à Colombo. © AFP ». */
const pictureCredit =
  /^(?:©|crédits?(?: photos?)?\s?:|(?:photo(?:graph)?s?|image|picture)(?: credit| source)?\s?:)/iu;
/** Words at the beginning of a sentence that refer to the sentence before. */
const backReference: Record<Language, RegExp> = {
  fr: /^(?:Il|Elle|Ils|Elles|Ce|Cet|Cette|Ces|Cela|Ça|C[’']|Celui-ci|Celle-ci|Ceux-ci|Son|Sa|Ses|Leurs?|Mais|Et|Or|Car|Donc|Ainsi|Aussi|Cependant|D[’']ailleurs|De fait|De son côté|En effet|En revanche|En tout cas|Enfin|Ensuite|Néanmoins|Par ailleurs|Par conséquent|Pourtant|Toutefois|Tout comme|L[’']un|D[’']autres|Un autre|Une autre)(?!\p{L})/u,
  en: /^(?:He|She|It|They|This|That|These|Those|His|Her|Its|Their|But|And|So|Also|Another|Both|By contrast|For (?:example|instance)|However|In addition|Instead|Meanwhile|Nevertheless|Others|Similarly|Still|Then|Yet)(?!\p{L})/u,
};

/** Whether a sentence is whole: the feed may have cut off the last one. */
const ended = (sentence: string) => /[.!?…»”"][’')\s]*$/u.test(sentence);
/** Whether a text ends with a full stop, also inside a quotation. Without one, the next sentence would follow without a pause. */
const stopped = (text: string) => /[.!?…][\s»”’"')]*$/u.test(text);
/** The text with a full stop, unless it has one. */
export const asSentence = (text: string) =>
  stopped(text) ? text : `${text.replace(/[\s,;:–—-]+$/u, "")}.`;
/** Sentences that the feed cut off, questions and exclamations, which give no information. */
const isUninformative = (sentence: string) => /(?:…|\.\.\.|[?!][»”"\s]*)$/u.test(sentence);

/** A report begins with its news. What comes after its first sentences needs those before: "The conference also heard …". */
const openingSentences = 4;

/** A sentence with this share of its words in the headline says nothing new. */
const mostRepeated = 0.6;
const mostRepeatedWithFigure = 0.75;

/** A day, which is no figure: "1er février", "3 March". */
const dayOfMonth = new RegExp(
  `(?<!\\d)\\d{1,2}(?:er|st|nd|rd|th)?\\s(?:${anyMonth("fr")}|${anyMonth("en")})`,
  "giu",
);

/**
 * Whether a sentence has mostly words of the headline, or fewer than three others. Two of three are enough, and so is a
 * new figure among words of which a quarter is new.
 */
function repeats(sentence: string, headline: string, language: Language): boolean {
  const words = new Set(storyWords(sentence, language));
  const known = new Set(storyWords(headline, language));
  const newWords = [...words].filter((word) => !known.has(word)).length;
  const repeated = (words.size - newWords) / words.size;
  const figures = numbersIn(headline, language);
  const hasFigure = [...numbersIn(sentence.replaceAll(dayOfMonth, " "), language)].some(
    (number) => !figures.has(number),
  );
  if (hasFigure && words.size > 1 && repeated < mostRepeatedWithFigure) return false;
  return repeated >= mostRepeated || (newWords < 3 && (words.size < 3 || repeated > 1 / 3));
}

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

/**
 * The sentences that pass, without those that refer back to one that does not.
 *
 * @param standsAlone  whether a sentence that passes is kept whatever it refers to
 */
function withoutLostReferences(
  all: readonly string[],
  language: Language,
  passes: (sentence: string) => boolean,
  standsAlone: (sentence: string) => boolean = () => false,
): string[] {
  let missed = false;
  return all.filter((sentence) => {
    const refersBack = backReference[language].test(sentence) && !standsAlone(sentence);
    missed = (missed && refersBack) || !passes(sentence);
    return !missed;
  });
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
  const report = sentences(reportOf(source, language), language);
  const quoted = quotedSentences(report);
  const isDenied = (sentence: string) => contested && isDenial(sentence, language);
  const passes = (sentence: string) =>
    !isUninformative(sentence) &&
    !isHalfQuotation(sentence) &&
    !isBareQuotation(sentence) &&
    !quoted.has(sentence) &&
    (isDenied(sentence) || !isBoilerplate(sentence)) &&
    sentence.length <= maxQuotedLength &&
    !byline.test(sentence) &&
    !author.test(sentence) &&
    !firstPerson[language].test(sentence.replace(quotations, "")) &&
    !(ofSuicide && saysMethod(sentence, language)) &&
    // an article may contain instructions to a model, or an advertisement
    harm(sentence, language) === null;
  const isCaption = (at: number) =>
    at + 2 < report.length && pictureCredit.test(report[at + 1] ?? "");
  const news = [...report.keys()].filter(
    (at) => !isCaption(at) && !isBoilerplate(report[at] ?? ""),
  );
  const end = news[openingSentences] ?? report.length;
  const adding = report.filter(
    (sentence, at) =>
      isDenied(sentence) || (at < end && !isCaption(at) && !repeats(sentence, headline, language)),
  );
  return withoutLostReferences(adding, language, passes, isDenied)
    .filter((sentence, at) => at === 0 || ended(sentence))
    .map(asSentence);
}

/** "(Photo AFP)", "(© Getty)", "(NVDA.O)", "(LSE: BP)": credits, and codes of stocks. */
const asides =
  /\s*\((?:(?:AP )?(?:PHOTO|[Pp]hoto)s?|[Cc]rédits?|[Ii]llustration|[Ii]mage|©)(?!\p{L})[^()]*\)|\s\((?!U\.S)[A-Z]{1,5}\.[A-Z]{1,2}\)|\s\((?:NASDAQ|NYSE|LSE|Euronext|TSX|ASX)\s?:\s?[A-Z.]+\)/gu;
/** A French text without the numbers of departments: "l’Ain (01), le Doubs (25)". */
export const withoutDepartments = (text: string, language: Language): string =>
  language === "fr" ? text.replaceAll(/\s\((?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97\d)\)/gu, "") : text;

/** The summary without the additions of a feed, with the capitals of a typesetter. */
function reportOf({ summary, title }: Source, language: Language): string {
  const own = summary.replace(leftovers, "").replace(signature, "");
  const report = withoutDateline(own).replaceAll(asides, "");
  return withoutDepartments(withCapitals(report, language, [title]), language);
}

/**
 * Whether a digest must print a denial: the article has one, and the accusation is in what the digest prints.
 *
 * @param printed  the headline, and the sentences that are printed with it
 * @param denies   which sentences count as a denial
 */
export const isContested = (
  { summary }: Pick<Source, "summary">,
  printed: readonly string[],
  language: Language,
  denies = isDenial,
): boolean =>
  isAccusation(printed.join(" "), language) &&
  sentences(summary, language).some((sentence) => denies(sentence, language));

/**
 * The whole sentences of a summary that add to its headline, together at most `maxQuotedLength` characters. The first is
 * the one of the first three with the most information, and no quotation. The denial of an accusation in headline or
 * sentences is always among them; so is the help line of a report about a suicide.
 */
export function usableSentences(source: Source, headline: string, language: Language): string[] {
  const chosen = chosenSentences(source, headline, language, false);
  return isContested(source, [headline, ...chosen], language)
    ? chosenSentences(source, headline, language, true)
    : chosen;
}

/** The usable sentences. @param contested  whether a denial must be among them */
function chosenSentences(
  source: Source,
  headline: string,
  language: Language,
  contested: boolean,
): string[] {
  const ofSuicide = isAboutSuicide(`${source.title} ${source.summary}`, language);
  // nothing shows the names in an article all in capitals
  const isAllShouted = isShouted(source.title) && isShouted(source.summary);
  const all =
    source.terms === "licensed" && !isAllShouted
      ? allowedSentences(source, headline, language, { contested, ofSuicide })
      : [];
  const limit = contested ? maxContestedLength : maxQuotedLength;
  const denied = contested ? all.find((sentence) => isDenial(sentence, language)) : undefined;
  // "Mayor cleared of fraud" needs no sentence of our own, and who is presumed innocent may deny nothing
  const isShort =
    contested &&
    denied === undefined &&
    !isDenial(headline, language) &&
    sentences(source.summary, language).some((sentence) => deniesAccusation(sentence, language));
  const short = isShort ? shortDenial[language] : null;
  const help = ofSuicide ? helpline(source.summary, language) : null;
  const isReply = denied !== undefined && backReference[language].test(denied);
  const lead = all
    // "He denies the charges" needs a sentence before it
    .slice(0, isReply ? Math.max(1, all.indexOf(denied)) : all.length)
    .filter((sentence) => sentence !== denied)
    .slice(0, 3)
    // "He was arrested" would be said of the person in the headline
    .filter((sentence, at) => at === 0 || !backReference[language].test(sentence))
    .filter((sentence) => !startsWithQuotation.test(sentence))
    .map((sentence) => ({ sentence, facts: newFacts(sentence, headline, language) }))
    .reduce<{ sentence: string; facts: number } | null>(
      (best, each) => (best === null || each.facts > best.facts + 1 ? each : best),
      null,
    );
  const leadAt = lead === null ? all.length : all.indexOf(lead.sentence);
  let length = (denied ?? short)?.length ?? 0;
  const kept = withoutLostReferences(
    all.filter((sentence, at) => at >= leadAt || sentence === denied),
    language,
    (sentence) => {
      if (sentence === denied) return true;
      if (length + sentence.length > limit) return false;
      length += sentence.length;
      return true;
    },
    (sentence) => sentence === denied,
  );
  if (short !== null) kept.push(short);
  const hasHelp = kept.some((sentence) => helpline(sentence, language) !== null);
  if (help !== null && !hasHelp) kept.push(help);
  return kept;
}

/**
 * The usable sentences of one more article that add to a text. An accusation keeps its denial, and a denial never stands
 * alone.
 *
 * @param text  the headline and the sentences before
 */
export function furtherSentences(
  source: Source,
  headline: string,
  text: string,
  language: Language,
): string[] {
  const usable = usableSentences(source, headline, language);
  const kept = withoutLostReferences(
    usable,
    language,
    (sentence) => !repeats(sentence, text, language),
  );
  if (!isContested(source, [headline, ...usable], language)) return kept;
  const isDenied = (sentence: string) => isDenial(sentence, language);
  if (kept.every(isDenied)) return [];
  return kept.some(isDenied) ? kept : [...kept, ...usable.filter(isDenied)];
}
