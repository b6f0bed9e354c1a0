import {
  asLocalTime,
  defaultCountry,
  defaultLanguage,
  schemaMessages,
  type Frequency,
} from "@matinale/contracts";
import { preferencesPatch } from "@matinale/contracts/api";
import { Temporal } from "temporal-polyfill";
import type { z } from "zod";

export const defaultChoices: Choices = {
  language: defaultLanguage,
  country: defaultCountry,
  timezone: "Europe/Paris",
  deliveryTime: asLocalTime("08:00"),
  deliveryFrequency: "daily",
  breakingNewsAlerts: true,
  quietStart: asLocalTime("22:00"),
  quietEnd: asLocalTime("07:00"),
};

/**
 * The name under which a zone is stored, or undefined when it is not an IANA zone.
 *
 * Temporal decides, because schedules are computed with it: `Intl` also knows abbreviations ("PST", "IST")
 * that Temporal refuses. An older or newer name of a place ("Europe/Kyiv") stays the name that was given, in
 * upper and lower case as in the IANA database. Fixed offsets ("+02:00") are refused: they ignore summer time.
 */
export function knownZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const fields = preferencesPatch.shape;

/** Clients send two spellings of "twice a day"; `twice_daily` is the stored one. */
const frequency = fields.deliveryFrequency
  .unwrap()
  .transform((value): Frequency => (value === "twiceDaily" ? "twice_daily" : value));

const localTime = fields.deliveryTime.unwrap().transform(asLocalTime);

/** Does not check the zone: changePreferences does, because its message is in the reader's language. */
export const choicesPatch = preferencesPatch
  .extend({
    deliveryTime: localTime.exactOptional(),
    quietStart: localTime.exactOptional(),
    quietEnd: localTime.exactOptional(),
    deliveryFrequency: frequency.exactOptional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, schemaMessages.nothingToChange.en);
export type ChoicesPatch = z.infer<typeof choicesPatch>;
export type Choices = Required<ChoicesPatch>;
