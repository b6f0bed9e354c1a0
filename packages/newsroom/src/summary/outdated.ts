import type { Language } from "@matinale/contracts";
import type { Source, Story } from "../news.ts";
import { withoutKicker } from "../text/kicker.ts";
import { numbersIn } from "../text/number-words.ts";
import { plainlyFolded } from "../text/words.ts";
import type { Script } from "./script.ts";
import { bestArticlesFirst } from "./source-article.ts";
import { withOlderToll } from "./tolls.ts";
import { isContested } from "./usable-sentences.ts";

type Text = Pick<Source, "title" | "summary">;

/** What a text states, to be compared: the words of its headline, its numbers, and whether it denies what the headline says. */
function statements({ title, summary }: Text, language: Language): string {
  const words = plainlyFolded(withoutKicker(title)).match(/[\p{L}\d]+/gu) ?? [];
  const numbers = [...numbersIn(`${title}. ${summary}`, language)].toSorted();
  return JSON.stringify([words, numbers, isContested({ summary }, [title], language)]);
}

/** Whether a new text of an article changes facts: its headline in words, a number, or a denial. Most edits do not. */
export const changesFacts = (before: Text, after: Text, language: Language): boolean =>
  statements(before, language) !== statements(after, language);

/**
 * Whether a story has an article that a script should be written from instead: a correction of its source article, a higher
 * toll, or a denial that the source article lacks. Other new articles, which each large story gets by the dozen, change
 * nothing: one story would otherwise be written and spoken again in each round.
 */
export function isOutdated(
  { itemId, correctedAt }: Pick<Script, "itemId" | "correctedAt">,
  story: Story,
): boolean {
  const written = story.sources.find((source) => source.itemId === itemId);
  // the story was read before the script's article joined it
  if (written === undefined) return false;
  if ((written.correctedAt?.getTime() ?? 0) > (correctedAt?.getTime() ?? 0)) return true;
  const older = withOlderToll(story);
  const denies = (source: Source) => isContested(source, [source.title], story.language);
  const isBetter = (source: Source) =>
    (older.has(written) && !older.has(source)) || (denies(source) && !denies(written));
  // the choice of the best article takes long: a digest asks this of sixty stories
  return story.sources.some(isBetter) && bestArticlesFirst(story).slice(0, 1).some(isBetter);
}
