export const languages = ["fr", "en"] as const;
export type Language = (typeof languages)[number];

export const voices = ["female", "male"] as const;
export type Voice = (typeof voices)[number];

export const frequencies = ["hourly", "daily", "twice_daily", "weekly"] as const;
export type Frequency = (typeof frequencies)[number];

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

/** `id` is what HTTP speaks, `slug` what events speak, `iconName` a lucide icon. */
export const categories = [
  { id: 1, slug: "politics", nameFr: "Politique", nameEn: "Politics", iconName: "landmark" },
  { id: 2, slug: "economy", nameFr: "Économie", nameEn: "Economy", iconName: "trending-up" },
  { id: 3, slug: "technology", nameFr: "Technologie", nameEn: "Technology", iconName: "cpu" },
  { id: 4, slug: "sports", nameFr: "Sport", nameEn: "Sports", iconName: "trophy" },
  { id: 5, slug: "culture", nameFr: "Culture", nameEn: "Culture", iconName: "palette" },
  {
    id: 6,
    slug: "international",
    nameFr: "International",
    nameEn: "International",
    iconName: "globe",
  },
] as const;
export type Category = (typeof categories)[number];
export type CategorySlug = Category["slug"];

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

/** A preview or a trial is judged by this plan. */
export const trialPlanId = 2;
export const trialDays = 7;

/** Prices in euro cents a month; lengths in seconds. */
export const plans = [
  {
    id: 1,
    nameFr: "Essentiel",
    nameEn: "Essential",
    priceEur: 499,
    popular: false,
    features: ["1 daily update", "3 categories", "3-minute summaries"],
    entitlements: { editionsPerDay: 1, maxCategories: 3, maxSeconds: 180 },
  },
  {
    id: 2,
    nameFr: "Premium",
    nameEn: "Premium",
    priceEur: 999,
    popular: true,
    features: ["2 daily updates", "5 categories", "5-minute summaries", "Priority support"],
    entitlements: { editionsPerDay: 2, maxCategories: 5, maxSeconds: 300 },
  },
  {
    id: 3,
    nameFr: "Professionnel",
    nameEn: "Professional",
    priceEur: 1999,
    popular: false,
    features: [
      "4 daily updates",
      "All categories",
      "10-minute summaries",
      "Breaking-news alerts",
      "Priority support",
    ],
    entitlements: { editionsPerDay: 4, maxCategories: 6, maxSeconds: 600 },
  },
] as const;
export type Plan = (typeof plans)[number];
export type PlanId = Plan["id"];
