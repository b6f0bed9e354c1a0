export const languages = ["fr", "en"] as const;
export type Language = (typeof languages)[number];
/** The language for people whose language is not known. */
export const defaultLanguage: Language = "fr";

export const voices = ["female", "male"] as const;
export type Voice = (typeof voices)[number];
export const defaultVoice: Voice = "female";

export const frequencies = ["hourly", "daily", "twice_daily", "weekly"] as const;
export type Frequency = (typeof frequencies)[number];

/** HTTP uses `id`, events use `slug`; `iconName` is a lucide icon. */
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

/** The plan whose limits hold for a trial and for a preview. */
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
