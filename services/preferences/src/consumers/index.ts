import type { ErasedPeople, Subscription } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";
import { onSubscriptionChanged } from "./subscription-changed.ts";
import { onUserChanged } from "./user-changed.ts";

/** Everything that preferences listens to. */
export function subscriptions(subscribers: SubscriberStore, erased: ErasedPeople): Subscription[] {
  const forgetting = {
    erased,
    forget: async (ids: readonly UserId[]) => {
      await Promise.all(ids.map((id) => subscribers.erase(id)));
    },
  };
  return [onUserChanged(subscribers, forgetting), onSubscriptionChanged(subscribers, forgetting)];
}
