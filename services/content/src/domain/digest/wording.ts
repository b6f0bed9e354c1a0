import { categories, type CategorySlug, type Language } from "@matinale/contracts";
import { narrow } from "@matinale/newsroom/text";

const frenchAuthor = (author: string) => ({
  withVoice: `${author}${narrow}; voix de synthèse.`,
  withoutVoice: `${author}.`,
});

const fr = {
  /** Part of the day in the header of a text, after the date. */
  daytime: { morning: "matin", afternoon: "après-midi", evening: "soir" },
  stories: (count: number) => `${count} ${count === 1 ? "sujet" : "sujets"}`,
  /** Before the names of the categories without news. */
  nothingIn: "Rien de nouveau\u00A0: ",
  continued: "suite de votre édition",
  /** The stories of the digest that its text leaves out. */
  replyMore: (count: number) =>
    count === 1
      ? "Pour lire un autre sujet, répondez ENCORE."
      : `Pour lire les ${count} autres sujets, répondez ENCORE.`,
  /** The author of the texts, in every digest. */
  writtenBy: {
    model: frenchAuthor("Textes résumés par une IA à partir des sources citées"),
    some_model: frenchAuthor(
      "Textes résumés automatiquement, en partie par une IA, à partir des sources citées",
    ),
    extractive: frenchAuthor("Textes résumés automatiquement à partir des sources citées"),
  },
  voiceMissing: {
    speech_unavailable: "Cette édition n’a pas de note vocale.",
    speech_failed: `La note vocale n’a pas pu être produite${narrow}; la prochaine édition réessaiera.`,
  },
  /** Explains the mark of the stories that the voice note lacks. */
  notSpoken: "Les sujets marqués d’un astérisque ne sont pas dans la note vocale.",
  nothingNew: "Rien de nouveau depuis votre dernière édition.",
  /** The answer to a request for a story that has expired. */
  storyGone: "Ce sujet est trop ancien\u00A0: il n’est plus disponible.",
};

/** All fixed sentences of a written digest. */
export const wording: Record<Language, typeof fr> = {
  fr,
  en: {
    daytime: { morning: "morning", afternoon: "afternoon", evening: "evening" },
    stories: (count) => `${count} ${count === 1 ? "story" : "stories"}`,
    nothingIn: "Nothing new: ",
    continued: "your edition, continued",
    replyMore: (count) =>
      count === 1 ? "Reply MORE for one more story." : `Reply MORE for the other ${count} stories.`,
    writtenBy: {
      model: {
        withVoice: "Summaries written by AI from the sources shown; automated voice.",
        withoutVoice: "Summaries written by AI from the sources shown.",
      },
      some_model: {
        withVoice:
          "Summaries, some written by AI, and voice are automated, from the sources shown.",
        withoutVoice: "Summaries, some written by AI, are automated, from the sources shown.",
      },
      extractive: {
        withVoice: "Summaries and voice are automated, from the sources shown.",
        withoutVoice: "Summaries are automated, from the sources shown.",
      },
    },
    voiceMissing: {
      speech_unavailable: "This edition has no voice note.",
      speech_failed: "The voice note could not be made; the next edition will try again.",
    },
    notSpoken: "Stories marked with an asterisk are not in the voice note.",
    nothingNew: "Nothing new since your last edition.",
    storyGone: "That story is too old: it is no longer available.",
  },
};

export function categoryName(slug: CategorySlug, language: Language): string {
  const category = categories.find((each) => each.slug === slug);
  if (category === undefined) return slug;
  return language === "fr" ? category.nameFr : category.nameEn;
}
