import type { Language } from "@matinale/contracts";
import { isSentenceOpener } from "../text/claims.ts";
import type { Source, Story } from "../news.ts";
import { typeset } from "../text/typography.ts";
import { frenchWeekdays } from "../text/words.ts";

const lists = { fr: new Intl.ListFormat("fr"), en: new Intl.ListFormat("en-GB") };

/** The names of a story's outlets, for a written digest: "A", "A and B" or "A, B and C", at most three, each once. */
export const writtenNames = (
  sources: readonly Pick<Source, "outlet">[],
  language: Language,
): string => {
  const names = new Set(sources.map(({ outlet }) => outlet));
  return typeset(lists[language].format([...names].slice(0, 3)), language);
};

/** Outlets that need an article before their name in speech. */
const articled: Record<Language, RegExp> = {
  fr: /^(?:RTBF|RTS|BBC|CBC|Deutsche Welle)$/u,
  en: /^(?:BBC|CBC|Financial Times|UN News)$/u,
};
const article: Record<Language, string> = { fr: "la", en: "the" };
const vowel = /^[AEIOUYÉÈÊH]\p{Ll}/u;
const common = /^(?:Agence|Association|Actualité|Observateur)(?!\p{L})/u;

/** The name of an outlet in speech: with its article, without brackets after it. */
function saidName(outlet: string, language: Language): string {
  const name = outlet.replace(/\s*\([^)]*\)$/u, "");
  if (articled[language].test(name)) return `${article[language]} ${name}`;
  return language === "fr" && common.test(name) && vowel.test(name) ? `l’${name}` : name;
}

/** First words that lose their capital inside a sentence; other words may be names. */
const lowered: Record<Language, RegExp> = {
  fr: /^(?:Le|La|Les|Un|Une|Des|Du|De|Au|Aux|Ce|Cet|Cette|Ces|Il|Elle|Ils|Elles|On|En|Dans|Pour|Après|Avant|Avec|Sans|Selon|Plus|Plusieurs|Deux|Trois|Quatre|Cinq|Six|Sept|Huit|Neuf|Dix|Onze|Douze|Quinze|Vingt|Trente|Quarante|Cinquante|Soixante|Cent|Mille|Chaque|Certains|Certaines|Depuis|Face|Alors|Son|Sa|Ses|Leur|Leurs|L’|L'|D’|D'|C’|C'|À)(?=[\s’'-]|(?<=[’']))/u,
  en: /^(?:The|A|An|It|He|She|They|This|That|These|Those|In|On|At|For|After|Before|With|Without|More|Several|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Fifteen|Twenty|Thirty|Forty|Fifty|Sixty|Every|Each|Since|Its|His|Her|Their|As|But|From|Some|Many)(?=[\s-])/u,
};

/** Whether the first word of a sentence is no name. @param texts  a word in lower case there is no name */
function opensWithoutName(sentence: string, language: Language, texts: readonly string[]): boolean {
  // "No 10" and "Article 5" are names
  const [first = ""] = sentence.match(/^\p{L}+(?=[\s,-])(?!\s\d)/u) ?? [];
  if (lowered[language].test(sentence) || isSentenceOpener(first, language)) return true;
  const small = new RegExp(`(?<![\\p{L}-])${first.toLowerCase()}(?![\\p{L}-])`, "u");
  return first !== "" && texts.some((text) => small.test(text));
}

/** A text as the continuation of a sentence: without the capital of its first word, unless that may be a name. */
export const insideSentence = (
  text: string,
  language: Language,
  texts: readonly string[],
): string =>
  opensWithoutName(text, language, texts) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

const reportingVerbs = "annoncé|affirmé|assuré|déclaré|dit|expliqué|indiqué|précisé|rapporté";
/** Sentences that name their own source: a second credit right after it would sound like a mistake. */
const sourced: Record<Language, RegExp> = {
  // "…, a annoncé jeudi à Rennes le jury"
  fr: new RegExp(
    String.raw`(?<!\p{L})(?:selon|d[’']après)\s|,\s(?:a|ont)\s(?:${reportingVerbs})(?:\s(?:${frenchWeekdays})(?:\smatin|\ssoir)?)?(?:\sà\s\p{Lu}[\p{L}-]+)?\s(?:l[ae]|les|une?|sa|son|ses|leurs?|l[’'])(?!\p{Ll})`,
    "iu",
  ),
  en: /(?<!\p{L})according to\s|,\s[^,.]{2,60}\s(?:said|says|reported|showed|shows|announced|added|wrote)(?:\s[^,.]{2,40})?\.$/iu,
};

const credited: Record<Language, (outlet: string) => string> = {
  fr: (outlet) => `Source : ${outlet}.`,
  en: (outlet) => `Source: ${outlet}.`,
};

/** Whether one outlet alone reports the event. A fact that several outlets report needs no credit in speech. */
export const isExclusive = ({ sources, elsewhere = [] }: Pick<Story, "sources" | "elsewhere">) =>
  new Set([...sources, ...elsewhere].map(({ outlet }) => outlet)).size === 1;

/** Whether a story names its outlet first: a hash of its id decides, so that not all stories of a digest begin alike. */
const creditedFirst = (storyId: string): boolean =>
  [...storyId].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 2 === 1;

/**
 * The sentences after a headline with the credit of their outlet: "According to A, the …" when the first word is no name,
 * "…, A reports." when it may be one, "Source: A." when neither reads well.
 *
 * @param source     the source article of headline and sentences
 * @param headline   spoken just before
 * @param sentences  whole sentences; empty when there is only the headline
 */
export function attributed(
  { id, language }: Pick<Story, "id" | "language">,
  source: Pick<Source, "outlet" | "title" | "summary">,
  headline: string,
  [first, ...rest]: readonly string[],
): string {
  const sourceLine = credited[language](source.outlet.replace(/\s*\([^)]*\)$/u, ""));
  const outlet = saidName(source.outlet, language);
  if (first === undefined) return sourceLine;
  if ([headline, first].some((text) => sourced[language].test(text))) {
    return [first, ...rest, sourceLine].join(" ");
  }
  const endsPlainly = /[\p{L}\d%]\.$/u.test(first) && !/(?:\p{Lu}|[ap]\.m)\.$/u.test(first);
  // a French headline without an article has no verb: « séisme en Iran » cannot follow « Selon RFI, »
  const texts = language === "fr" ? [] : [source.title, source.summary];
  const small = opensWithoutName(first, language, texts);
  if (small && (creditedFirst(id) || !endsPlainly)) {
    const inside = insideSentence(first, language, texts);
    const introduction = language === "fr" ? "Selon" : "According to";
    return [`${introduction} ${outlet}, ${inside}`, ...rest].join(" ");
  }
  if (!endsPlainly) return [first, ...rest, sourceLine].join(" ");
  const credit = language === "fr" ? `selon ${outlet}` : `${outlet} reports`;
  return [`${first.slice(0, -1)}, ${credit}.`, ...rest].join(" ");
}
