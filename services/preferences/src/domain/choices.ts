import { asLocalTime, defaultCountry, defaultLanguage } from "@matinale/contracts";
import type { preferencesPatch } from "@matinale/contracts/api";
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

/** Its zone is not checked: changePreferences does that, because its message is in the reader's language. */
export type ChoicesPatch = z.output<typeof preferencesPatch>;
export type Choices = Required<ChoicesPatch>;
