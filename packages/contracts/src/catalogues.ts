export const languages = ["fr", "en"] as const;
export type Language = (typeof languages)[number];
/** The language for people whose language is not known. */
export const defaultLanguage: Language = "fr";

export const voices = ["female", "male"] as const;
export type Voice = (typeof voices)[number];
export const defaultVoice: Voice = "female";

export const frequencies = ["hourly", "daily", "twice_daily", "weekly"] as const;
export type Frequency = (typeof frequencies)[number];

/** Topics of the contact form, in its order. */
export const contactTopics = [
  "account",
  "delivery",
  "billing",
  "refund",
  "quote",
  "privacy",
  "press",
  "other",
] as const;
export type ContactTopic = (typeof contactTopics)[number];

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

/** The three plans; the owner's file has their names, prices and limits. */
export const planIds = [1, 2, 3] as const;
export type PlanId = (typeof planIds)[number];

/** Longest voice note of a digest that any plan may have. */
export const longestMinutes = 10;
