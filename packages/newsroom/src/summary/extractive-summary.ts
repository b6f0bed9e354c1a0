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

/** Characters of an outlet's own words in all: a short quotation with its source named, as press law allows. */
export const longestQuoted = 200;
const longestHeadline = 160;

/** Endings that feeds add and a reader should not hear: "Read more", "Lire la suite", "[…]". */
const leftovers =
  /(?:\s*(?:Lire (?:la suite|plus|l[’']article).*|Continue reading.*|Read more.*|\[\s*(?:…|\.\.\.)\s*\].*|The post .* appeared first on .*|L[’']article .* est apparu en premier sur .*))$/iu;
/** An outlet that speaks of itself, and would be heard as Matinale. */
const firstPerson: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:nous|notre|nos)(?!\p{L})/iu,
  en: /(?<!\p{L})(?:we|our|us|contributed to this (?:report|story|article))(?!\p{L}|\.S)/u,
};
const quotations = /[«“‘"][^»”’"]*(?:[»”’"]|$)/gu;
/** What says who wrote it or is heard in it, when, and whose the picture is. */
const author = /^(?:Par|By|Avec|With) \p{Lu}[\p{L}’'.-]* \p{Lu}[\p{L} ’'.-]*(?:[.,]|$)/u;
const byline =
  /^(?:avec (?:l[’'])?(?:AFP|Reuters|agences?)|propos recueillis|publié|mis à jour|published|last updated|updated|photo(?:graph)?s?\s?:|crédits?\s?:|image source|getty|[àa] lire aussi|lire aussi|voir aussi|related:|more:)/iu;
/** Words by which a sentence leans on the one before it. */
const leaning: Record<Language, RegExp> = {
  fr: /^(?:Il|Elle|Ils|Elles|Ce|Cet|Cette|Ces|Cela|Ça|C[’']|Celui-ci|Celle-ci|Ceux-ci|Son|Sa|Ses|Leurs?|Mais|Et|Or|Car|Donc|Ainsi|Aussi|En effet|Par ailleurs|De son côté|L[’']un|D[’']autres|Un autre|Une autre)(?!\p{L})/u,
  en: /^(?:He|She|It|They|This|That|These|Those|His|Her|Its|Their|But|And|So|However|Meanwhile|Both|Another|Others|Instead)(?!\p{L})/u,
};

const ended = (sentence: string) => /[.!?…»”"]$/u.test(sentence);
/** A quotation at the end has a stop of its own or needs one behind it, else the next sentence runs on. */
const stopped = (text: string) => /[.!?…][\s»”’"')]*$/u.test(text);
const asSentence = (text: string) =>
  stopped(text) ? text : `${text.replace(/[\s,;:–—-]+$/u, "")}.`;
/** Sentences that the feed cut short, questions and exclamations: no information by themselves. */
const tellsNothing = (sentence: string) => /(?:…|\.\.\.|[?!][»”"\s]*)$/u.test(sentence);

/** Whether a sentence says little that the headline has not said already. */
function repeats(sentence: string, headline: string, language: Language): boolean {
  const words = new Set(storyWords(sentence, language));
  const known = new Set(storyWords(headline, language));
  let new_ = 0;
  for (const word of words) if (!known.has(word)) new_ += 1;
  return new_ < 3;
}

/** The articles with the most to say first, equals as they were. */
const byLength = (sources: readonly Source[]): Source[] =>
  sources.toSorted(
    (one, other) => Math.min(other.summary.length, 600) - Math.min(one.summary.length, 600),
  );

/** Sentences of the summary worth saying after the headline, whole ones only, a short quotation in all. */
function usableSentences(source: Source, headline: string, language: Language): string[] {
  const kept: string[] = [];
  let length = 0;
  let missed = false;
  const report = withoutDateline(source.summary.replace(leftovers, ""));
  for (const sentence of sentences(report, language)) {
    if (!ended(sentence) && kept.length > 0) break;
    if (repeats(sentence, headline, language)) continue;
    const leans = missed && leaning[language].test(sentence);
    missed = true;
    if (leans || tellsNothing(sentence)) continue;
    if (byline.test(sentence) || author.test(sentence)) continue;
    if (firstPerson[language].test(sentence.replace(quotations, ""))) continue;
    if (length + sentence.length > longestQuoted) continue;
    // an article may speak to a model, or sell something to a listener: neither is news
    if (harm(sentence, language) !== null) continue;
    missed = false;
    kept.push(asSentence(sentence));
    length += sentence.length;
  }
  return kept;
}

/** An article's title without the outlet's own name at its end, or the kind of piece that it stands over. */
export function sourceTitle({ title, outlet }: Source): string {
  const own = title.replace(/\s*[|–—-]\s*[^|–—-]{2,30}$/u, (tail) =>
    tail.toLowerCase().includes(outlet.toLowerCase()) ? "" : tail,
  );
  return withoutKicker(own);
}

/**
 * The articles of a story, the one that is summarised first: headline, sentences and link are all of that one, since
 * no outlet answers for what another says. It is the one with the most to say, the first of equals, that says
 * something beyond its headline.
 */
export function bestArticlesFirst({
  sources,
  language,
}: Pick<Story, "sources" | "language">): Source[] {
  const longest = byLength(sources);
  const best = longest.find(
    (source) => usableSentences(source, sourceTitle(source), language).length > 0,
  );
  return best === undefined ? longest : [best, ...sources.filter((each) => each !== best)];
}

/** The headline of an article without a summary of ours. */
export const printedTitle = (source: Source, language: Language): string =>
  typeset(cutAtWord(sourceTitle(source), longestHeadline), language);

/** A script: the headline as a sentence, then the chosen sentences, with the name of the outlet that they come from. */
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
    headline: typeset(cutAtWord(title, longestHeadline), language),
    line: typeset(chosen[0] ?? "", language),
    spoken: typeset(`${asSentence(title)} ${attributed(story, source, title, chosen)}`, language),
    method,
  };
}

/** A script out of an outlet's own summary: one or two whole sentences of the fullest one. */
export function extractiveScript(story: Story): Script {
  const [source] = bestArticlesFirst(story);
  if (source === undefined)
    throw new RangeError(`story ${story.id} has no source in ${story.language}`);
  const title = sourceTitle(source);
  const chosen = usableSentences(source, title, story.language);
  return scriptOf(story, source, title, chosen, "extractive");
}

/**
 * Seconds that a story is expected to take before its script is written.
 *
 * @param longest  most characters of the summary, without the headline and the outlets
 */
export function expectedSeconds(story: Story, longest: number): number {
  const { title = "", summary = "" } = byLength(story.sources)[0] ?? {};
  const length = title.length + Math.min(summary.length, longest) + 40;
  return speakingSeconds(length, story.language);
}

/** Summaries without a model: used where no model is configured, and when a model fails. */
export const extractiveSummariser: Summariser = {
  live: false,
  longest: longestQuoted,
  summarise: (story) => Promise.resolve({ script: extractiveScript(story), reason: "no_model" }),
};
