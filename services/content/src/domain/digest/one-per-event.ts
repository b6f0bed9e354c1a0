import type { Story } from "@matinale/newsroom";
import { tellingOf, tellsSameEvent, type Telling } from "@matinale/newsroom/clustering";

/** The stories in their order, without those that tell the event of an earlier one. */
export function onePerEvent<T extends { story: Story }>(ordered: readonly T[]): T[] {
  const told: Telling[] = [];
  return ordered.filter(({ story }) => {
    const telling = tellingOf(story);
    if (told.some((earlier) => tellsSameEvent(earlier, telling))) return false;
    told.push(telling);
    return true;
  });
}
