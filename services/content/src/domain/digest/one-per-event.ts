import type { Story } from "@matinale/newsroom";
import { preparedStory, reportSameEvent, type PreparedStory } from "@matinale/newsroom/clustering";

/** The stories in their order, without those that report the event of an earlier one. */
export function onePerEvent<T extends { story: Story }>(ordered: readonly T[]): T[] {
  const kept: PreparedStory[] = [];
  return ordered.filter(({ story }) => {
    const prepared = preparedStory(story);
    if (kept.some((earlier) => reportSameEvent(earlier, prepared))) return false;
    kept.push(prepared);
    return true;
  });
}
