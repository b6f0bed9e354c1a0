import {
  categories,
  type CategorySlug,
  type CountryCode,
  type Language,
  type PlanLimits,
  type Voice,
  defaultCountry,
  defaultLanguage,
  defaultTimezone,
  defaultVoice,
  partOfDayAt,
} from "@matinale/contracts";
import type { DigestOrder } from "../news.ts";

/** The known choices of a subscriber. A part is missing until its event arrives. */
export type Choices = {
  user?: { language: Language; voice: Voice };
  preferences?: {
    language: Language;
    country: CountryCode;
    timezone: string;
    categories: readonly CategorySlug[];
  };
  subscription?: { maxSeconds: number; maxCategories: number; entitledUntil: Date | null };
};

/** "YYYY-MM-DD HH:MM:SS" in a zone; null for a zone that this runtime does not know: events carry any text. */
function localTime(timeZone: string, at: Date): string | null {
  try {
    return at.toLocaleString("sv-SE", { timeZone });
  } catch {
    return null;
  }
}

const day = 24 * 60 * 60 * 1000;
const everything = categories.map(({ slug }) => slug);

export const digestLanguage = (choices: Choices): Language =>
  choices.preferences?.language ?? choices.user?.language ?? defaultLanguage;

/** Whether the subscriber may have a preview. Without a known subscription the subscriber is in a new trial. */
export const entitled = ({ subscription }: Choices, now: Date): boolean =>
  subscription === undefined ||
  subscription.entitledUntil === null ||
  subscription.entitledUntil > now;

/**
 * The order of a preview: the subscriber's digest of the last 24 hours, within the plan's limits. Without chosen categories
 * it has none; before the choice is known it has as many as the plan allows.
 *
 * @param trial  the limits until the subscription is known
 */
export function previewOrder(choices: Choices, trial: PlanLimits, now: Date): DigestOrder {
  const { user, preferences, subscription } = choices;
  const zone = preferences?.timezone ?? defaultTimezone;
  const local = localTime(zone, now) ?? localTime(defaultTimezone, now) ?? "";
  const maxCategories = subscription?.maxCategories ?? trial.maxCategories;
  return {
    language: digestLanguage(choices),
    voice: user?.voice ?? defaultVoice,
    country: preferences?.country ?? defaultCountry,
    categories: [...(preferences?.categories ?? everything)].slice(0, maxCategories),
    maxSeconds: subscription?.maxSeconds || trial.maxMinutes * 60,
    windowStart: new Date(now.getTime() - day),
    windowEnd: now,
    partOfDay: partOfDayAt(Number(local.slice(11, 13))),
    localDate: local.slice(0, 10),
  };
}
