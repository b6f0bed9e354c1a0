import type { Language } from "@matinale/contracts";
import { anyWeekday } from "../text/calendar.ts";
import { isSentenceOpener } from "../text/claims.ts";
import type { Source, Story } from "../news.ts";
import { typeset } from "../text/typography.ts";

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
/** Common nouns that begin with a vowel. */
const common = /^(?:Agence|Association|Actualité|Observateur)(?!\p{L})/u;

const withoutBrackets = (outlet: string): string => outlet.replace(/\s*\([^)]*\)$/u, "");

/** The name of an outlet in speech: with its article, without brackets after it. */
function saidName(outlet: string, language: Language): string {
  const name = withoutBrackets(outlet);
  if (articled[language].test(name)) return `${article[language]} ${name}`;
  return language === "fr" && common.test(name) ? `l’${name}` : name;
}

/** Whether the first word of a sentence is no name. @param texts  a word in lower case there is no name */
function opensWithoutName(sentence: string, language: Language, texts: readonly string[]): boolean {
  // « Vingt-deux », but not « Trois-Rivières »
  const [first = ""] = sentence.match(/^\p{L}+(?=[\s,’']|-\p{Ll})/u) ?? [];
  // "UK", « EN DIRECT »
  if (/^\p{Lu}{2}/u.test(first)) return false;
  // « Selon RFI, et c’est … »
  if (/^(?:And|But|Car|Et|Mais|Or|So)\s/u.test(sentence)) return false;
  // "No 10" and "Article 5" are names
  if (isSentenceOpener(first, language)) return !/^No \d/u.test(sentence);
  if (/^C[’']/u.test(sentence)) return true;
  if (first === "" || /^\p{L}+\s\d/u.test(sentence)) return false;
  return texts.some((text) => text.match(/[\p{L}-]+/gu)?.includes(first.toLowerCase()));
}

/** A text as the continuation of a sentence: without the capital of its first word, unless that may be a name. */
export const insideSentence = (
  text: string,
  language: Language,
  texts: readonly string[],
): string =>
  opensWithoutName(text, language, texts) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

const said = "annoncé|affirmé|assuré|déclaré|dit|écrit|expliqué|indiqué|précisé|rapporté|révélé";
const says =
  "annonce|affirme|assure|déclare|écrit|estime|explique|indique|précise|prévient|raconte|rapporte|relate|révèle|souligne";
/** Sentences that name their own source: a second credit right after it would sound like a mistake. */
const sourced: Record<Language, RegExp> = {
  // "…, a annoncé jeudi à Rennes le jury", "…, comme le rapporte Ouest-France", "…, ont-ils précisé". No flag i: a name has a capital
  fr: new RegExp(
    String.raw`(?<!\p{L})(?:[Ss]elon|[Dd][’']après)\s|,\s(?:comme l(?:e\s|[’']))?(?:(?:a-t|ont|(?:${says})(?:nt)?(?:-t)?)-(?:ils?|elles?|on)(?!\p{L})|(?:(?:a|ont)\s(?:${said})|(?:${says})(?:nt)?)(?:\s(?:${anyWeekday("fr")})(?:\smatin|\ssoir)?)?(?:\sà\s(?:l[’'])?\p{Lu}[\p{L}-]+)?\s(?:l[’']|\d*\s?\p{Lu}|(?:l[ae]|les|des|une?|sa|son|ses|leurs?)(?!\p{L})))`,
    "u",
  ),
  // "…, the ministry said", "…, says the mayor"
  en: /(?<!\p{L})according to\s|,\s[^,.]{2,60}\s(?:said|says|report(?:s|ed)?|show(?:s|ed)?|announced|added|wrote|finds?|suggests?|warns?|reveals?)(?:\s[^,.]{2,40})?\.$|[,’”"]\s(?:said|says)\s[^,.]{2,60}\.$/iu,
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

const sourceLine = ({ outlet }: Pick<Source, "outlet">, language: Language): string =>
  credited[language](withoutBrackets(outlet));
const endsPlainly = (sentence: string): boolean =>
  /[\p{L}\d%]\.$/u.test(sentence) && !/(?:\p{Lu}|[ap]\.m)\.$/u.test(sentence);

/** Whether a sentence says that a person spoke to the outlet: « dans un entretien au Monde », "told The Herald". */
function namesOutlet(sentence: string, outlet: string): boolean {
  const name = withoutBrackets(outlet).replace(/^(?:L[’']|(?:Les?|La|The)\s)/u, "");
  const at = sentence.indexOf(name);
  return /(?<!\p{L})(?:aux?|à l(?:a |es? |[’'])|told|with)\s?(?:the\s)?$/iu.test(
    sentence.slice(0, Math.max(0, at)),
  );
}

/** "…, A reports." */
function reported(
  { outlet }: Pick<Source, "outlet">,
  language: Language,
  sentence: string,
): string {
  const name = saidName(outlet, language);
  const credit = language === "fr" ? `selon ${name}` : `${name} reports`;
  return `${sentence.slice(0, -1)}, ${credit}.`;
}

/** A sentence with the credit of its outlet: "…, A reports.", or "… Source: A." when that does not read well. */
export function creditedLast(
  source: Pick<Source, "outlet">,
  language: Language,
  sentence: string,
): string {
  return sourced[language].test(sentence) || !endsPlainly(sentence)
    ? `${sentence} ${sourceLine(source, language)}`
    : reported(source, language, sentence);
}

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
  if (first === undefined) return sourceLine(source, language);
  if (namesOutlet(first, source.outlet)) return [first, ...rest].join(" ");
  const isSourced = [headline, first].some((text) => sourced[language].test(text));
  // a French headline without an article has no verb: « séisme en Iran » cannot follow « Selon RFI, »
  const texts = language === "fr" ? [] : [source.title, source.summary];
  const small = opensWithoutName(first, language, texts);
  if (!isSourced && small && (creditedFirst(id) || !endsPlainly(first))) {
    const inside = insideSentence(first, language, texts);
    const introduction = language === "fr" ? "Selon" : "According to";
    return [`${introduction} ${saidName(source.outlet, language)}, ${inside}`, ...rest].join(" ");
  }
  if (isSourced || !endsPlainly(first))
    return [first, ...rest, sourceLine(source, language)].join(" ");
  return [reported(source, language, first), ...rest].join(" ");
}
