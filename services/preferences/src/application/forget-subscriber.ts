import type { ErasedPeople, Forgetting } from "@matinale/bus";
import type { SubscriberStore } from "../store/subscribers.ts";

/** How preferences forgets people: it deletes their choices and publishes a tombstone for other services. */
export const forgettingOf = (erased: ErasedPeople, subscribers: SubscriberStore): Forgetting => ({
  erased,
  forget: async (ids) => {
    await Promise.all(ids.map((id) => subscribers.erase(id)));
  },
});
