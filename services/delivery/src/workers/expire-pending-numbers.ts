import { changeSubscriber } from "../application/change-subscriber.ts";
import { withoutNumber } from "../domain/conversation/connection.ts";
import type { Deps } from "../application/deps.ts";

const batch = 100;

/**
 * Removes numbers that their phones have not confirmed in time. Finds them by index and removes each only if
 * it is still pending and expired, so any number of replicas may run it.
 */
export async function expirePendingNumbers(deps: Deps): Promise<void | "again"> {
  const at = deps.now();
  const expired = await deps.subscribers.expiredPendingNumbers(at, batch);
  for (const id of expired) {
    await changeSubscriber(id, deps, (subscriber) => {
      const until = subscriber.channel?.claimedUntil;
      return until === undefined || until > at ? null : withoutNumber(subscriber);
    });
  }
  if (expired.length === batch) return "again";
}
