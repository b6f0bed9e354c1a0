import type { Forgetting } from "@matinale/bus";
import { verifiedAddresses } from "../domain/subscriber/subscriber.ts";
import type { Stores } from "../store/index.ts";

/** How delivery forgets people: of their numbers only the keyed hashes stay. */
export const forgettingOf = (
  { codes, deliveries, erased, subscribers, verifiedNumbers }: Stores,
  now: () => Date,
): Forgetting => ({
  erased,
  forget: async (ids) => {
    const numbers = (await subscribers.many(ids)).flatMap(verifiedAddresses);
    await verifiedNumbers.erase(ids, numbers, now());
    // Subscribers first: workers plan deliveries from them.
    await subscribers.eraseAll(ids);
    await Promise.all([deliveries.erase(ids), codes.eraseAll(ids, "userId")]);
  },
});
