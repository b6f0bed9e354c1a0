import { withoutClaim } from "../domain/conversation/connection.ts";
import type { Deps } from "../application/deps.ts";

const batch = 100;

/**
 * Removes numbers that their phones have not confirmed in time. Finds them by index and removes each only if
 * its claim is still expired, so any number of replicas may run it.
 */
export async function expireClaims({ subscribers, schedules, now }: Deps): Promise<void | "again"> {
  const at = now();
  const ended = await subscribers.endedClaims(at, batch);
  for (const id of ended) {
    await schedules.change(id, at, (subscriber) => {
      const until = subscriber.channel?.claimedUntil;
      return until === undefined || until > at ? null : withoutClaim(subscriber);
    });
  }
  if (ended.length === batch) return "again";
}
