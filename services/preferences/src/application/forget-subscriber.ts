import type { ErasedPeople, Forgetting } from "@matinale/bus";
import type { SubscriberStore } from "../store/subscribers.ts";

/** How preferences forgets people: their choices go, and a tombstone tells other services. */
export const forgettingOf = (erased: ErasedPeople, subscribers: SubscriberStore): Forgetting => ({
  erased,
  forget: async (ids) => {
    await Promise.all(ids.map((id) => subscribers.erase(id)));
  },
});
