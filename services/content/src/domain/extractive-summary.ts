import type { Language } from "@matinale/contracts";
import { opensSentences } from "./claims.ts";
import type { Source, Story } from "./news.ts";
import { cutAtWord } from "./plain-text.ts";
import type { Script, ScriptMethod, Summariser } from "./script.ts";
import { harm } from "./safe-sentence.ts";
import { sentences } from "./sentences.ts";
import { speakingSeconds } from "./speaking-time.ts";
import { storyWords } from "./story-words.ts";
import { englishTypography, frenchTypography } from "./typography.ts";

/** Characters of the spoken summary after the headline: about 20 seconds. Press law wants little more than that. */
export const longestSpoken = 320;
export const longestSentence = 260;
const longestHeadline = 160;
const longestLine = 220;

const according: Record<Language, (outlets: string) => string> = {
  fr: (outlets) => `Selon ${outlets}`,
  en: (outlets) => `According to ${outlets}`,
};
const and: Record<Language, string> = { fr: "et", en: "and" };

/** First words that lose their capital inside a sentence; any other may be a name. */
const lowered: Record<Language, RegExp> = {
  fr: /^(?:Le|La|Les|Un|Une|Des|Du|De|Au|Aux|Ce|Cet|Cette|Ces|Il|Elle|Ils|Elles|On|En|Dans|Pour|Après|Avant|Avec|Sans|Selon|Plus|Plusieurs|Deux|Trois|Quatre|Cinq|Six|Sept|Huit|Neuf|Dix|Onze|Douze|Quinze|Vingt|Trente|Quarante|Cinquante|Soixante|Cent|Mille|Chaque|Certains|Certaines|Depuis|Face|Alors|Son|Sa|Ses|Leur|Leurs|L’|L'|D’|D'|C’|C'|À)(?=[\s’'-]|(?<=[’']))/u,
  en: /^(?:The|A|An|It|He|She|They|This|That|These|Those|In|On|At|For|After|Before|With|Without|More|Several|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Fifteen|Twenty|Thirty|Forty|Fifty|Sixty|Every|Each|Since|Its|His|Her|Their|As|But|From|Some|Many)(?=[\s-])/u,
};

/** Endings that feeds add and nobody should hear: "Read more", "Lire la suite", "[…]". */
const leftovers =
  /(?:\s*(?:Lire (?:la suite|plus|l[’']article).*|Continue reading.*|Read more.*|\[\s*(?:…|\.\.\.)\s*\].*|The post .* appeared first on .*|L[’']article .* est apparu en premier sur .*))$/iu;

const ended = (sentence: string) => /[.!?…»”"]$/u.test(sentence);
const asSentence = (text: string) => (ended(text) ? text : `${text.replace(/[\s,;:–—-]+$/u, "")}.`);

/** "A", "A and B", "A, B and C"; at most three are named. */
export function outletNames(sources: readonly Source[], language: Language): string {
  const names = [...new Set(sources.map((source) => source.outlet))].slice(0, 3);
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} ${and[language]} ${last}`;
}

/** Whether a sentence says little that the headline has not said already. */
function repeats(sentence: string, headline: string, language: Language): boolean {
  const words = new Set(storyWords(sentence, language));
  const told = new Set(storyWords(headline, language));
  let new_ = 0;
  for (const word of words) if (!told.has(word)) new_ += 1;
  return new_ < 3;
}

/** The telling with the most to say, the first of equals. */
function fullest(sources: readonly Source[]): Source | undefined {
  return sources.toSorted(
    (one, other) => Math.min(other.summary.length, 600) - Math.min(one.summary.length, 600),
  )[0];
}

/** Sentences of the summary worth saying after the headline, whole ones only, within the spoken length. */
function tellingSentences(source: Source, headline: string, language: Language): string[] {
  const kept: string[] = [];
  let length = 0;
  for (const sentence of sentences(source.summary.replace(leftovers, ""), language)) {
    if (!ended(sentence) && kept.length > 0) break;
    if (sentence.endsWith("…") || sentence.length > longestSentence) continue;
    if (length + sentence.length > longestSpoken) break;
    if (repeats(sentence, headline, language)) continue;
    // an article may speak to a model, or sell something to a listener: neither is news
    if (harm(sentence, language) !== null) continue;
    kept.push(asSentence(sentence));
    length += sentence.length;
  }
  return kept;
}

/** @param texts  where a word written small shows that it is no name */
function insideSentence(sentence: string, language: Language, texts: readonly string[]): string {
  const [first = ""] = sentence.match(/^\p{L}+(?=[\s,-])/u) ?? [];
  const small = new RegExp(`(?<![\\p{L}-])${first.toLowerCase()}(?![\\p{L}-])`, "u");
  const common = first !== "" && texts.some((text) => small.test(text));
  return common || lowered[language].test(sentence) || opensSentences(first, language)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}

/** The outlets' first title without the outlet's own name at its end. */
export function storyTitle({ sources }: Story): string {
  return (sources[0]?.title ?? "").replace(/\s*[|–—-]\s*[^|–—-]{2,30}$/u, (tail) =>
    sources.some((each) => tail.toLowerCase().includes(each.outlet.toLowerCase())) ? "" : tail,
  );
}

/**
 * A script: the headline as a sentence, then the sentences told, introduced by the outlets' names. Without sentences the
 * outlets are named alone.
 */
export function scriptOf(
  story: Story,
  title: string,
  [first, ...rest]: readonly string[],
  method: ScriptMethod,
): Script {
  const { language } = story;
  const set = language === "fr" ? frenchTypography : englishTypography;
  const outlets = outletNames(story.sources, language);
  const texts = story.sources.flatMap(({ title, summary }) => [title, summary]);
  const spoken =
    first === undefined
      ? `${according[language](outlets)} : ${asSentence(title)}`
      : [
          asSentence(title),
          `${according[language](outlets)}, ${insideSentence(first, language, texts)}`,
          ...rest,
        ].join(" ");
  return {
    storyId: story.id,
    language,
    headline: set(cutAtWord(title, longestHeadline)),
    line: set(cutAtWord(first ?? "", longestLine)),
    spoken: set(spoken),
    method,
  };
}

/** A script out of the outlets' own summaries: one to three whole sentences of the fullest one. */
export function extractiveScript(story: Story): Script {
  const source = fullest(story.sources);
  const title = storyTitle(story);
  const told = source === undefined ? [] : tellingSentences(source, title, story.language);
  return scriptOf(story, title, told, "extractive");
}

/** Seconds that a story is expected to take before its script is written. */
export function expectedSeconds(story: Story): number {
  const title = story.sources[0]?.title ?? "";
  const summary = fullest(story.sources)?.summary ?? "";
  const length = title.length + Math.min(summary.length, longestSpoken) + 40;
  return speakingSeconds(length, story.language);
}

/** Needs nobody: what is used where there is no model, and whenever a model fails. */
export const extractiveSummariser: Summariser = {
  live: false,
  summarise: (story) => Promise.resolve({ script: extractiveScript(story), reason: "no_model" }),
};
