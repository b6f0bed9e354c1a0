import type { CountryCode, Frequency, Language, LocalTime } from "@matinale/contracts";
import { asLocalTime } from "@matinale/contracts";
import { preferencesPatch } from "@matinale/contracts/api";
import { z } from "zod";

/** The five values of the preferences form. */
export interface Choices {
  language: Language;
  /** Country whose news is told. */
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
 * The name under which a zone is kept, or undefined when the runtime does not know it.
 *
 * Older and newer names of a place ("Europe/Kyiv") are kept as they were given; only the case is mended.
 * Fixed offsets ("+02:00") are refused although `Intl` takes them: they do not follow summer time.
 */
export function knownZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const given = preferencesPatch.shape;

const zone = given.timezone.unwrap().transform((name, issues) => {
  const known = knownZone(name);
  if (known !== undefined) return known;
  issues.addIssue({ code: "custom", message: "Unknown time zone" });
  return z.NEVER;
});

/** Both spellings of "twice a day" are in use; `twice_daily` is the one that is kept. */
const frequency = given.deliveryFrequency
  .unwrap()
  .transform((value): Frequency => (value === "twiceDaily" ? "twice_daily" : value));

export const choicesPatch = preferencesPatch
  .extend({
    timezone: zone.exactOptional(),
    deliveryTime: given.deliveryTime.unwrap().transform(asLocalTime).exactOptional(),
    deliveryFrequency: frequency.exactOptional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "Name at least one preference to change.");
export type ChoicesPatch = z.infer<typeof choicesPatch>;
