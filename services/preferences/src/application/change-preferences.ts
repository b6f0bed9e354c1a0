import type { UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import { knownZone, type ChoicesPatch } from "../domain/choices.ts";
import { choicesOf, type Subscriber } from "../domain/subscriber.ts";
import { unknownZone } from "../domain/texts.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/**
 * Saves the fields that the patch contains and keeps the others, also when patches arrive in parallel.
 *
 * @throws HttpError VALIDATION_FAILED when the time zone is unknown, in the language of the subscriber
 */
export const changePreferences = (
  id: UserId,
  patch: ChoicesPatch,
  subscribers: SubscriberStore,
): Promise<Subscriber> =>
  subscribers.change(id, (current) => {
    const chosen = { ...current.chosen, ...patch };
    if (patch.timezone === undefined) return { chosen };
    const timezone = knownZone(patch.timezone);
    if (timezone !== undefined) return { chosen: { ...chosen, timezone } };
    const { language } = choicesOf(current);
    throw new HttpError("VALIDATION_FAILED", unknownZone, { language });
  });
