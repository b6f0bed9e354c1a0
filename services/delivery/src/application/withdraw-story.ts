import { withdrawFrom } from "../domain/schedule/replan.ts";
import type { Deps } from "./deps.ts";

interface WithdrawDeps {
  deliveries: Pick<Deps["deliveries"], "unsentWith" | "applyUnleased">;
  withdrawn: Pick<Deps["withdrawn"], "add">;
}

/**
 * Takes a story out of the digests that are not sent yet: each is composed again without it. First stores that the
 * story is withdrawn, so that a composition with it that arrives later is refused too. Repeats change nothing.
 *
 * @returns how many digests were taken back, and how many a worker is sending at this moment
 */
export async function withdrawStory(
  id: string,
  { deliveries, withdrawn }: WithdrawDeps,
  now: Date,
): Promise<{ isNew: boolean; takenBack: number; beingSent: number }> {
  const isNew = await withdrawn.add(id, now);
  let [takenBack, beingSent] = [0, 0];
  for await (const found of deliveries.unsentWith(id, now)) {
    const after = await Promise.all(
      found.map((delivery) => deliveries.applyUnleased(delivery, withdrawFrom(id, now), now)),
    );
    const refused = after.filter((each) => each === null).length;
    beingSent += refused;
    takenBack += found.length - refused;
  }
  return { isNew, takenBack, beingSent };
}
