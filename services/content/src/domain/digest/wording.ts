import { categories, type CategorySlug, type Language } from "@matinale/contracts";
import type { PartOfDay } from "../news.ts";

const narrow = "\u202F";

type Wording = {
  greeting: Record<PartOfDay, string>;
  heading: Record<PartOfDay, string>;
  signOff: Record<PartOfDay, string>;
  /** Text of a category without news. */
  nothingHere: string;
  continued: string;
  /** The author of the texts, in every digest. */
  writtenBy: Record<"model" | "some_model" | "extractive", string>;
  /** The end of that sentence, with a voice note or without. */
  spokenBy: { withVoice: string; withoutVoice: string };
  voiceMissing: Record<"speech_unavailable" | "speech_failed", string>;
  /** Shown when the voice note has fewer stories than the text, because clips were late. */
  voicePartial: string;
  nothingNew: string;
};

/** All fixed sentences of a digest, spoken or written. */
export const wording: Record<Language, Wording> = {
  fr: {
    greeting: {
      morning: "Bonjour. Voici votre édition du matin.",
      afternoon: "Bonjour. Voici votre édition de l’après-midi.",
      evening: "Bonsoir. Voici votre édition du soir.",
    },
    heading: {
      morning: "Votre édition du matin",
      afternoon: "Votre édition de l’après-midi",
      evening: "Votre édition du soir",
    },
    signOff: {
      morning: "C’était Matinale, résumé automatique, voix de synthèse. Bonne journée.",
      afternoon: "C’était Matinale, résumé automatique, voix de synthèse. Bon après-midi.",
      evening: "C’était Matinale, résumé automatique, voix de synthèse. Bonne soirée.",
    },
    nothingHere: "Rien de nouveau pour cette édition.",
    continued: "Suite de votre édition",
    writtenBy: {
      model: "Textes résumés par une IA à partir des sources citées",
      some_model:
        "Textes résumés automatiquement, en partie par une IA, à partir des sources citées",
      extractive: "Textes résumés automatiquement à partir des sources citées",
    },
    spokenBy: { withVoice: `${narrow}; voix de synthèse.`, withoutVoice: "." },
    voiceMissing: {
      speech_unavailable: "Cette édition n’a pas de note vocale.",
      speech_failed: `La note vocale n’a pas pu être produite${narrow}; la prochaine édition réessaiera.`,
    },
    voicePartial:
      "La note vocale ne dit pas tout\u00A0: des sujets n’ont pas pu être enregistrés à temps.",
    nothingNew: "Rien de nouveau depuis votre dernière édition.",
  },
  en: {
    greeting: {
      morning: "Good morning. Here is your morning edition.",
      afternoon: "Good afternoon. Here is your afternoon edition.",
      evening: "Good evening. Here is your evening edition.",
    },
    heading: {
      morning: "Your morning edition",
      afternoon: "Your afternoon edition",
      evening: "Your evening edition",
    },
    signOff: {
      morning:
        "That was Matinale: summarised automatically, spoken by a synthetic voice. Have a good day.",
      afternoon:
        "That was Matinale: summarised automatically, spoken by a synthetic voice. Have a good afternoon.",
      evening:
        "That was Matinale: summarised automatically, spoken by a synthetic voice. Have a good evening.",
    },
    nothingHere: "Nothing new for this edition.",
    continued: "Your edition, continued",
    writtenBy: {
      model: "Texts summarised by an AI from the sources named",
      some_model: "Texts summarised automatically, some of them by an AI, from the sources named",
      extractive: "Texts summarised automatically from the sources named",
    },
    spokenBy: { withVoice: "; synthetic voice.", withoutVoice: "." },
    voiceMissing: {
      speech_unavailable: "This edition has no voice note.",
      speech_failed: "The voice note could not be made; the next edition will try again.",
    },
    voicePartial: "The voice note is not complete: some stories could not be recorded in time.",
    nothingNew: "Nothing new since your last edition.",
  },
};

/** The category's name in a language. */
export function categoryName(slug: CategorySlug, language: Language): string {
  const category = categories.find((each) => each.slug === slug);
  if (category === undefined) return slug;
  return language === "fr" ? category.nameFr : category.nameEn;
}
