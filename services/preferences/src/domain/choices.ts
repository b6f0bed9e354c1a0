import type { CountryCode, Frequency, Language, LocalTime } from "@matinale/contracts";
import { asLocalTime, schemaMessages } from "@matinale/contracts";
import { preferencesPatch } from "@matinale/contracts/api";
import { Temporal } from "temporal-polyfill";
import type { z } from "zod";

/** The five values of the preferences form. */
export interface Choices {
  language: Language;
  /** Country of the news. */
  country: CountryCode;
  /** IANA zone in which `deliveryTime` is read. */
  timezone: string;
  deliveryTime: LocalTime;
  deliveryFrequency: Frequency;
}

export const defaultChoices: Choices = {
  language: "fr",
  country: "fr",
  timezone: "Europe/Paris",
  deliveryTime: asLocalTime("08:00"),
  deliveryFrequency: "daily",
};

/**
 * The name under which a zone is kept, or undefined when it is no IANA zone.
 *
 * Temporal decides, because schedules are computed with it: `Intl` also knows abbreviations ("PST",
 * "IST") that Temporal refuses. Older and newer names of a place ("Europe/Kyiv") are kept as they were
 * given, with the case of the database. Fixed offsets ("+02:00") are refused: they do not follow summer
 * time.
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

const given = preferencesPatch.shape;

/** Both spellings of "twice a day" are in use; `twice_daily` is the one that is kept. */
const frequency = given.deliveryFrequency
  .unwrap()
  .transform((value): Frequency => (value === "twiceDaily" ? "twice_daily" : value));

/** The zone is still to be checked: its refusal is worded in the reader's language. */
export const choicesPatch = preferencesPatch
  .extend({
    deliveryTime: given.deliveryTime.unwrap().transform(asLocalTime).exactOptional(),
    deliveryFrequency: frequency.exactOptional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, schemaMessages.nothingToChange.en);
export type ChoicesPatch = z.infer<typeof choicesPatch>;
