import type { Story } from "@matinale/newsroom";
import { preparedStory, reportSameEvent, type PreparedStory } from "@matinale/newsroom/clustering";

/**
 * Articles of a story that are compared, its first ones. Widely reported stories have dozens, and to compare all articles of
 * 120 such stories would occupy the process for seconds.
 */
const maxArticles = 3;

/**
 * The stories in their order, without those that report the event of an earlier one.
 *
 * @param most  of the result, the first ones: the others are not compared
 */
export function onePerEvent<T extends { story: Story }>(ordered: readonly T[], most: number): T[] {
  const kept: PreparedStory[] = [];
  return ordered.filter(({ story }) => {
    if (kept.length === most) return false;
    const { language, sources } = story;
    const prepared = preparedStory({ language, sources: sources.slice(0, maxArticles) });
    if (kept.some((earlier) => reportSameEvent(earlier, prepared))) return false;
    kept.push(prepared);
    return true;
  });
}
