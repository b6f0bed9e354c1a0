import type { Source, Story } from "../news.ts";
import { speakingSeconds } from "../reading/speaking-time.ts";
import { cutAtWord } from "../text/plain-text.ts";
import { withWeekdays } from "../text/relative-time.ts";
import { isAboutSuicide } from "../text/suicide.ts";
import { typeset } from "../text/typography.ts";
import { attributed, creditedLast, isExclusive } from "./attribution.ts";
import { zoneOf } from "./edition-zone.ts";
import type { Script, ScriptMethod, Summariser } from "./script.ts";
import {
  bestArticlesFirst,
  hasHeadlinesOnly,
  isHeadlineOnly,
  maxHeadlineLength,
  preferredFirst,
  sourceTitle,
} from "./source-article.ts";
import { asSentence, isContested, maxQuotedLength, usableSentences } from "./usable-sentences.ts";

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
  // a model may tell an accusation in other words than those of the law
  const contested = isContested(source, [source.title, title, ...chosen], language);
  const ofSuicide = isAboutSuicide(`${source.title} ${source.summary}`, language);
  const isCredited = contested || isExclusive(story);
  // an accusation is never printed without its denial
  const line = contested ? lines.join(" ") : (lines[0] ?? "");
  const opening = asSentence(headline);
  const reported = isCredited ? attributed(story, source, headline, lines) : lines.join(" ");
  const spoken = typeset(`${opening} ${reported}`.trim(), language);
  // a denial or a help line needs a second sentence; of a headline alone, the brief has all that is spoken
  const needsMore = contested || ofSuicide;
  const credited = isCredited ? creditedLast(source, language, opening) : opening;
  const brief = needsMore ? spoken : typeset(credited, language);
  return {
    storyId,
    language,
    itemId: source.itemId,
    ...(source.correctedAt === undefined ? {} : { correctedAt: source.correctedAt }),
    headline: typeset(cutAtWord(headline, maxHeadlineLength), language),
    line: typeset(line, language),
    spoken,
    ...(needsMore && !isHeadlineOnly(source) ? {} : { brief }),
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
  const [first] = preferredFirst(story);
  const { title = "", summary = "" } = first ?? {};
  const summaryLength = hasHeadlinesOnly(story) ? 0 : Math.min(summary.length, maxLength);
  const length = title.length + summaryLength + 40;
  return speakingSeconds(length, story.language);
}

/** Writes scripts without a model, for an installation without one. */
export const extractiveSummariser: Summariser = {
  hasModel: false,
  maxSummaryLength: maxQuotedLength,
  summarise: (story) => Promise.resolve({ script: extractiveScript(story), reason: "no_model" }),
};
