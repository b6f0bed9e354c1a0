import { frequencies, languages, countries } from "@matinale/contracts";
import type { CountryCode, Frequency, Language, LocalTime } from "@matinale/contracts";
import { asLocalTime } from "@matinale/contracts";
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

const zone = z
  .string()
  .max(64)
  .transform((name, issues) => {
    const known = knownZone(name);
    if (known !== undefined) return known;
    issues.addIssue({ code: "custom", message: "Unknown time zone" });
    return z.NEVER;
  });

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Delivery time must be HH:MM, from 00:00 to 23:59")
  .transform(asLocalTime);

/** Both spellings of "twice a day" are in use; `twice_daily` is the one that is kept. */
const frequency = z
  .enum([...frequencies, "twiceDaily"])
  .transform((value): Frequency => (value === "twiceDaily" ? "twice_daily" : value));

export const choicesPatch = z.strictObject({
  language: z.enum(languages).exactOptional(),
  country: z.enum(countries.map(({ code }) => code)).exactOptional(),
  timezone: zone.exactOptional(),
  deliveryTime: time.exactOptional(),
  deliveryFrequency: frequency.exactOptional(),
});
export type ChoicesPatch = z.infer<typeof choicesPatch>;
