import type { UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import { knownZone } from "../domain/choices.ts";
import type { ChoicesPatch } from "../domain/choices.ts";
import { choicesOf } from "../domain/subscriber.ts";
import type { Subscriber } from "../domain/subscriber.ts";
import { unknownZone } from "../domain/texts.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/**
 * Saves the fields that the patch contains and keeps the others.
 *
 * @throws HttpError VALIDATION_FAILED when the time zone is unknown, in the language of the subscriber
 */
export async function changePreferences(
  id: UserId,
  patch: ChoicesPatch,
  subscribers: SubscriberStore,
): Promise<Subscriber> {
  if (patch.timezone === undefined) return subscribers.choose(id, patch);
  const timezone = knownZone(patch.timezone);
  if (timezone !== undefined) return subscribers.choose(id, { ...patch, timezone });
  const { language } = choicesOf(await subscribers.of(id));
  throw new HttpError("VALIDATION_FAILED", unknownZone, { language });
}
