import { partOfDayAt, type CategorySlug, type Language, type PartOfDay } from "@matinale/contracts";
import { narrow, nbsp } from "@matinale/newsroom/text";
import { longDate } from "./long-date.ts";

type Chapter = CategorySlug | "briefs";

const ordinals = ["Première", "Deuxième", "Troisième", "Quatrième"];

const names: Record<Language, Record<Chapter, string>> = {
  fr: {
    politics: "politique",
    economy: "économie",
    technology: "technologie",
    sports: "sport",
    culture: "culture",
    international: "international",
    briefs: "les brèves",
  },
  en: {
    politics: "politics",
    economy: "business",
    technology: "technology",
    sports: "sport",
    culture: "culture",
    international: "world news",
    briefs: "the news in brief",
  },
};
const lists = { fr: new Intl.ListFormat("fr"), en: new Intl.ListFormat("en-GB") };
const listed = (categories: readonly Chapter[], language: Language): string =>
  lists[language].format(categories.map((each) => names[language][each]));

const thisPart: Record<Language, Record<PartOfDay, string>> = {
  fr: { morning: "ce matin", afternoon: "cet après-midi", evening: "ce soir" },
  en: { morning: "this morning", afternoon: "this afternoon", evening: "this evening" },
};

const hasColon = (headline: string): boolean => /:\s/u.test(headline);

const fr = {
  greeting: (partOfDay: PartOfDay, date: string) =>
    `${partOfDay === "evening" ? "Bonsoir" : "Bonjour"}, ${date}.`,
  /** The first headline with its introduction, and the last of several. One with a colon gets no second one, and no "and". */
  firstHeadline: (headline: string) =>
    hasColon(headline) ? `À la une, ${headline}` : `À la une${nbsp}: ${headline}`,
  lastHeadline: (headline: string) => (hasColon(headline) ? headline : `Et ${headline}`),
  length: (minutes: number, stories: number) => {
    const time = minutes === 1 ? "Une minute" : `${minutes} minutes`;
    return `${time}, ${stories === 1 ? "un sujet" : `${stories} sujets`}.`;
  },
  chapter: {
    politics: "Passons à la politique.",
    economy: "Passons à l’économie.",
    technology: "Du côté de la technologie.",
    sports: "Place au sport.",
    culture: "La culture, maintenant.",
    international: "À l’international.",
    briefs: "En bref.",
  },
  /** The chapter of the lead story, which was spoken before. */
  sameChapter: {
    politics: "Toujours en politique.",
    economy: "Toujours en économie.",
    technology: "Toujours en technologie.",
    sports: "Toujours en sport.",
    culture: "Toujours en culture.",
    international: "Toujours à l’international.",
  },
  part: (number: number, categories: readonly Chapter[]) =>
    `${ordinals[number - 1] ?? "Nouvelle"} partie${nbsp}: ${listed(categories, "fr")}.`,
  signOff: (partOfDay: PartOfDay) =>
    `Voilà pour ${thisPart.fr[partOfDay]}. Les sources sont dans le message. Textes et voix sont générés automatiquement.`,
};

/** What a voice says between the stories of a digest. */
export const spokenWording: Record<Language, typeof fr> = {
  fr,
  en: {
    greeting: (partOfDay, date) => `Good ${partOfDay}, it’s ${date}.`,
    firstHeadline: (headline) =>
      hasColon(headline) ? `In the headlines, ${headline}` : `The headlines: ${headline}`,
    lastHeadline: (headline) => (hasColon(headline) ? headline : `And ${headline}`),
    length: (minutes, stories) => {
      const time = minutes === 1 ? "One minute" : `${minutes} minutes`;
      return `${time}, ${stories === 1 ? "one story" : `${stories} stories`}.`;
    },
    chapter: {
      politics: "Turning to politics.",
      economy: "Now, business news.",
      technology: "On to technology.",
      sports: "Time for sport.",
      culture: "Next, culture.",
      international: "Around the world.",
      briefs: "In brief.",
    },
    sameChapter: {
      politics: "Also in politics.",
      economy: "Also in business.",
      technology: "Also in technology.",
      sports: "Also in sport.",
      culture: "Also in culture.",
      international: "Also around the world.",
    },
    part: (number, categories) => `Part ${number}: ${listed(categories, "en")}.`,
    signOff: (partOfDay) =>
      `That’s all for ${thisPart.en[partOfDay]}. You’ll find every source in the message. Texts and voice are generated automatically.`,
  },
};

/** A wall-clock time as it is written; the voice reads it through the readings. @param time  "HH:MM" */
function saidTime(time: string, language: Language): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (minute === 0 && hour === 12) return language === "fr" ? "midi" : "noon";
  if (minute === 0 && hour === 0) return language === "fr" ? "minuit" : "midnight";
  const minutes = minute === 0 ? "" : String(minute).padStart(2, "0");
  if (language === "fr") {
    return `${hour}${narrow}h${minutes === "" ? "" : narrow}${minutes}`;
  }
  return `${hour % 12 || 12}${minutes === "" ? "" : "."}${minutes}${hour < 12 ? "am" : "pm"}`;
}

const dayMs = 86_400_000;

/**
 * When the next edition comes, in a sentence: "Prochaine édition demain à 8 h."
 *
 * @param at    "YYYY-MM-DDTHH:MM"
 * @param date  of this edition, "YYYY-MM-DD"
 */
export function saidNextEdition(at: string, date: string, language: Language): string {
  const [nextDate = "", time = ""] = at.split("T");
  const days = Math.round((Date.parse(nextDate) - Date.parse(date)) / dayMs);
  const sameDay = thisPart[language][partOfDayAt(Number(time.slice(0, 2)))];
  const weekday = longDate(nextDate, language).split(" ")[0] ?? "";
  const near = days === 0 ? sameDay : language === "fr" ? "demain" : "tomorrow";
  const later = days < 7 ? weekday : longDate(nextDate, language);
  const far = language === "fr" ? later : `on ${later}`;
  const day = days < 2 ? near : far;
  return language === "fr"
    ? `Prochaine édition ${day} à ${saidTime(time, language)}.`
    : `Your next edition is ${day} at ${saidTime(time, language)}.`;
}
