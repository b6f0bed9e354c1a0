import type { Language } from "@matinale/contracts";
import { narrow, nbsp } from "@matinale/newsroom/text";

const fr = {
  ready: "Votre aperçu est prêt.",
  nothingNew: "Rien de nouveau dans vos catégories depuis 24 heures.",
  withoutVoice: {
    speech_unavailable: `Votre aperçu est prêt, sans audio${nbsp}: aucune voix n’est configurée.`,
    speech_failed: `Votre aperçu est prêt, sans audio. La voix n’a pas répondu à temps${narrow}; réessayez dans une minute.`,
  },
  noCategories: "Choisissez au moins une catégorie, puis demandez un aperçu.",
  inProgress: "Un aperçu est déjà en préparation. Attendez qu’il s’affiche.",
  lapsed: "Votre essai est terminé. Choisissez une formule pour écouter un aperçu.",
  simulated: {
    feeds: `Actualités d’exemple${nbsp}: les sources en direct ne sont pas utilisées ici.`,
    speech: `Voix d’essai${nbsp}: les éditions réelles en ont une autre.`,
    model: `Résumés d’essai${nbsp}: ceux des éditions réelles viennent d’un autre modèle.`,
    summaries: "Résumés automatiques, faits sans IA.",
  },
};

export const previewWording: Record<Language, typeof fr> = {
  fr,
  en: {
    ready: "Your preview is ready.",
    nothingNew: "No news in your categories in the last 24 hours.",
    withoutVoice: {
      speech_unavailable: "Your preview is ready, without audio: no voice is set up.",
      speech_failed:
        "Your preview is ready, without audio. The voice did not answer in time; try again in a minute.",
    },
    noCategories: "Choose at least one category, then ask for a preview.",
    inProgress: "A preview is already being prepared. Wait for it to appear.",
    lapsed: "Your trial has ended. Choose a plan to hear a preview.",
    simulated: {
      feeds: "Sample news: live sources are not used here.",
      speech: "Test voice: real editions have another one.",
      model: "Test summaries: those of real editions come from another model.",
      summaries: "Automatic summaries, made without AI.",
    },
  },
};
