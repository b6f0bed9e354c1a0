import { withdrawFrom } from "../domain/schedule/replan.ts";
import type { Deps } from "./deps.ts";

/**
 * Takes a story out of the digests that are not sent yet: each is composed again without it. First stores that the
 * story is withdrawn, so that a composition with it that arrives later is refused too. Repeats change nothing.
 */
export async function withdrawStory(
  id: string,
  { deliveries, withdrawn }: Pick<Deps, "deliveries" | "withdrawn">,
  now: Date,
): Promise<{ isNew: boolean; takenBack: number; beingSent: number }> {
  const isNew = await withdrawn.add(id, now);
  let [takenBack, beingSent] = [0, 0];
  await deliveries.eachUnsentWith(id, now, async (delivery) => {
    const after = await deliveries.applyUnleased(delivery, withdrawFrom(id, now), now);
    if (after === null) beingSent += 1;
    else takenBack += 1;
  });
  return { isNew, takenBack, beingSent };
}
