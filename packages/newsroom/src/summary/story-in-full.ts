import type { Source, Story } from "../news.ts";
import { withWeekdays } from "../text/relative-time.ts";
import { typeset } from "../text/typography.ts";
import { attributed } from "./attribution.ts";
import { zoneOf } from "./edition-zone.ts";
import type { Script, ScriptMethod } from "./script.ts";
import { bestArticlesFirst, sourceTitle } from "./source-article.ts";
import { withOlderToll } from "./tolls.ts";
import { furtherSentences, usableSentences } from "./usable-sentences.ts";

/** What one outlet says of a story. The text is empty when its article adds nothing. */
export type Passage = { outlet: string; url: string; text: string };

/** All that outlets allow of a story: for each outlet the sentences that add to the passages before. */
export type StoryInFull = {
  headline: string;
  passages: Passage[];
  /** The script's spoken text, then the other passages with the credits of their outlets. */
  spoken: string;
  method: ScriptMethod;
};

const maxOutlets = 6;

/** The sentences of a script without the headline that is spoken first. */
const afterHeadline = ({ spoken, headline }: Script): string =>
  spoken.startsWith(headline) ? spoken.slice(headline.length).replace(/^[\s.!?…]+/u, "") : spoken;

/**
 * A story in full, from all its articles in its language. Each outlet has a passage of its own, so that no outlet is
 * responsible for the words of another; each passage has the limits of an extractive summary. That of an outlet with an
 * older toll is empty.
 *
 * @param script  the script of the story; its source article comes first
 * @throws RangeError when the story has no article
 */
export function storyInFull(story: Story, script: Script): StoryInFull {
  const { language } = story;
  const isSource = ({ itemId }: Source) => itemId === script.itemId;
  const [first, ...others] = [
    ...story.sources.filter(isSource),
    ...bestArticlesFirst(story).filter((source) => !isSource(source)),
  ];
  if (first === undefined) throw new RangeError(`story ${story.id} has no source in ${language}`);
  const datedIn = (source: Source) => (sentence: string) =>
    withWeekdays(sentence, language, source.publishedAt, zoneOf(story));
  const title = sourceTitle(first, language);
  const own =
    script.method === "model"
      ? afterHeadline(script)
      : usableSentences(first, title, language).map(datedIn(first)).join(" ");
  let text = `${script.headline} ${own}`;
  const passages: Passage[] = [
    { outlet: first.outlet, url: first.url, text: typeset(own, language) },
  ];
  const spoken = [script.spoken];
  const older = withOlderToll(story);
  for (const source of others) {
    const isKnown = passages.some(({ outlet }) => outlet === source.outlet);
    if (isKnown || passages.length === maxOutlets) continue;
    const further = older.has(source)
      ? []
      : furtherSentences(source, sourceTitle(source, language), text, language);
    const added = further.map(datedIn(source));
    const { outlet, url } = source;
    passages.push({ outlet, url, text: typeset(added.join(" "), language) });
    if (added.length === 0) continue;
    text = [text, ...added].join(" ");
    spoken.push(typeset(attributed(story, source, "", added), language));
  }
  return { headline: script.headline, passages, spoken: spoken.join(" "), method: script.method };
}
