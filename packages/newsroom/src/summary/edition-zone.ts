import type { CountryCode, Language } from "@matinale/contracts";
import type { Edition, Story } from "../news.ts";

/** Where most outlets of a country write. */
const ofCountries: Record<CountryCode, string> = {
  fr: "Europe/Paris",
  us: "America/New_York",
  ca: "America/Toronto",
  gb: "Europe/London",
  de: "Europe/Berlin",
  es: "Europe/Madrid",
  it: "Europe/Rome",
  be: "Europe/Brussels",
  ch: "Europe/Zurich",
  ma: "Africa/Casablanca",
  tn: "Africa/Tunis",
  dz: "Africa/Algiers",
  sn: "Africa/Dakar",
  ci: "Africa/Abidjan",
  cm: "Africa/Douala",
  au: "Australia/Sydney",
  jp: "Asia/Tokyo",
  br: "America/Sao_Paulo",
  mx: "America/Mexico_City",
  in: "Asia/Kolkata",
};
/** A newer release may know another country. */
const zones: Partial<Record<Edition, string>> = ofCountries;
const usual: Record<Language, string> = { fr: "Europe/Paris", en: "Europe/London" };

/** The time zone in which the articles of a story were written: their "tonight" is the night there. */
export function zoneOf({ countries, language }: Pick<Story, "countries" | "language">): string {
  const [country] = countries;
  return (country === undefined ? undefined : zones[country]) ?? usual[language];
}
