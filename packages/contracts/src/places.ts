/** `callingCode` without plus; `code` is ISO 3166-1 alpha-2 in lower case. */
export const countries = [
  { code: "fr", nameFr: "France", nameEn: "France", callingCode: "33" },
  { code: "us", nameFr: "États-Unis", nameEn: "United States", callingCode: "1" },
  { code: "ca", nameFr: "Canada", nameEn: "Canada", callingCode: "1" },
  { code: "gb", nameFr: "Royaume-Uni", nameEn: "United Kingdom", callingCode: "44" },
  { code: "de", nameFr: "Allemagne", nameEn: "Germany", callingCode: "49" },
  { code: "es", nameFr: "Espagne", nameEn: "Spain", callingCode: "34" },
  { code: "it", nameFr: "Italie", nameEn: "Italy", callingCode: "39" },
  { code: "be", nameFr: "Belgique", nameEn: "Belgium", callingCode: "32" },
  { code: "ch", nameFr: "Suisse", nameEn: "Switzerland", callingCode: "41" },
  { code: "ma", nameFr: "Maroc", nameEn: "Morocco", callingCode: "212" },
  { code: "tn", nameFr: "Tunisie", nameEn: "Tunisia", callingCode: "216" },
  { code: "dz", nameFr: "Algérie", nameEn: "Algeria", callingCode: "213" },
  { code: "sn", nameFr: "Sénégal", nameEn: "Senegal", callingCode: "221" },
  { code: "ci", nameFr: "Côte d’Ivoire", nameEn: "Ivory Coast", callingCode: "225" },
  { code: "cm", nameFr: "Cameroun", nameEn: "Cameroon", callingCode: "237" },
  { code: "au", nameFr: "Australie", nameEn: "Australia", callingCode: "61" },
  { code: "jp", nameFr: "Japon", nameEn: "Japan", callingCode: "81" },
  { code: "br", nameFr: "Brésil", nameEn: "Brazil", callingCode: "55" },
  { code: "mx", nameFr: "Mexique", nameEn: "Mexico", callingCode: "52" },
  { code: "in", nameFr: "Inde", nameEn: "India", callingCode: "91" },
] as const;
export type CountryCode = (typeof countries)[number]["code"];
export const defaultCountry: CountryCode = "fr";

export const defaultTimezone = "Europe/Paris";
/** The zones that the site offers; services accept any IANA zone. */
export const timezones = [
  "Europe/Paris",
  "Europe/London",
  "America/New_York",
  "America/Los_Angeles",
  "Asia/Tokyo",
  "Asia/Dubai",
  "Australia/Sydney",
  "Africa/Cairo",
  "Africa/Tunis",
  "Africa/Algiers",
  "Africa/Casablanca",
] as const;
