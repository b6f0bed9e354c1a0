import type { UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import { knownZone, type ChoicesPatch } from "../domain/choices.ts";
import type { Subscriber } from "../domain/subscriber.ts";
import { unknownZone } from "../domain/texts.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/**
 * Saves the fields that the patch contains and keeps the others, also when patches arrive in parallel.
 *
 * @throws HttpError VALIDATION_FAILED when the time zone is unknown
 */
export async function changePreferences(
  id: UserId,
  { timezone: written, ...patch }: ChoicesPatch,
  subscribers: SubscriberStore,
): Promise<Subscriber> {
  const timezone = written === undefined ? undefined : knownZone(written);
  if (written !== undefined && timezone === undefined) {
    throw new HttpError("VALIDATION_FAILED", unknownZone);
  }
  const changed = timezone === undefined ? patch : { ...patch, timezone };
  // A message from the phone that was sent before this choice changes nothing any more.
  const switched = patch.breakingNewsAlerts === undefined ? {} : { alertsSwitchedAt: new Date() };
  return subscribers.change(id, (current) => ({
    chosen: { ...current.chosen, ...changed },
    ...switched,
  }));
}
