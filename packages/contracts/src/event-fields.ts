import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import {
  categories,
  type CategorySlug,
  defaultLanguage,
  defaultVoice,
  languages,
  voices,
} from "./catalogues.ts";
import type { Language, Voice } from "./catalogues.ts";
import { countries, type CountryCode, defaultCountry } from "./places.ts";

/*
 * Choices in events are strings. A service may read an event of an older version, where a field is still
 * empty, or of a newer one, with a value that it does not know: it then uses the default, so that every
 * subscriber gets a digest.
 */

export const languageFrom = (code: string): Language =>
  languages.find((language) => language === code) ?? defaultLanguage;

export const voiceFrom = (name: string): Voice =>
  voices.find((voice) => voice === name) ?? defaultVoice;

export const countryFrom = (code: string): CountryCode =>
  countries.find((country) => country.code === code)?.code ?? defaultCountry;

const partsOfDay = ["morning", "afternoon", "evening"] as const;
export type PartOfDay = (typeof partsOfDay)[number];

export const partOfDayFrom = (name: string): PartOfDay =>
  partsOfDay.find((part) => part === name) ?? "morning";

/** The part of the day at a local hour, 0 to 23: morning until noon, evening from 18:00. */
export function partOfDayAt(hour: number): PartOfDay {
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}

/** The known ones, in the order of the event. There is no default. */
export const categoriesFrom = (slugs: readonly string[]): CategorySlug[] =>
  slugs.flatMap((slug) => categories.find((category) => category.slug === slug)?.slug ?? []);

/** The instant of a field, or `otherwise` when the event does not have it. */
export const dateFrom = <T>(timestamp: Timestamp | undefined, otherwise: T): Date | T =>
  timestamp === undefined ? otherwise : timestampDate(timestamp);
