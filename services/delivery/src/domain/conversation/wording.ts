import { categories, type CategorySlug, type Language } from "@matinale/contracts";
import type { AudioGap } from "../delivery/delivery.ts";

type Words = Record<Language, string>;

/** Version of the wording to which a person consents with START; stored with the consent. */
export const consentWording = "opt-in-2026-11";

/** The code for a new password, in an open conversation. */
export const resetCodeText = (code: string, language: Language): string =>
  language === "fr"
    ? `*${code}* est votre code pour choisir un nouveau mot de passe. Il fonctionne pendant 10 minutes, une seule fois.\n\nNe le donnez à personne : nous ne le demandons jamais. Si vous n’avez rien demandé, ignorez ce message.`
    : `*${code}* is your code to choose a new password. It works once, for 10 minutes.\n\nDo not share it: we never ask for it. If you did not request it, ignore this message.`;

export function namesOf(slugs: readonly CategorySlug[], language: Language): string[] {
  const key = language === "fr" ? "nameFr" : "nameEn";
  return categories.filter(({ slug }) => slugs.includes(slug)).map((category) => category[key]);
}

/** Why a digest was not sent, or not completely, for the reader. */
export const reasons = {
  nothing_new: {
    fr: "Rien de nouveau depuis votre dernière édition.",
    en: "Nothing new since your last edition.",
  },
  no_categories: {
    fr: "Aucune catégorie choisie. Choisissez-en au moins une dans vos réglages.",
    en: "No category is chosen. Choose at least one in your settings.",
  },
  stopped: {
    fr: "L’envoi automatique était arrêté.",
    en: "Automatic delivery was off.",
  },
  not_entitled: {
    fr: "Votre abonnement ou votre essai est terminé.",
    en: "Your subscription or trial has ended.",
  },
  not_connected: {
    fr: "Aucun numéro WhatsApp n’était relié et confirmé.",
    en: "No WhatsApp number was connected and confirmed.",
  },
  not_composed: {
    fr: "L’édition n’a pas pu être préparée à temps.",
    en: "The edition could not be prepared in time.",
  },
  missed: {
    fr: "Le service était interrompu à l’heure prévue.",
    en: "The service was down at the scheduled time.",
  },
  unknown_outcome: {
    fr: "Issue inconnue : WhatsApp n’a pas confirmé la réception. Nous ne savons pas si cette édition est arrivée.",
    en: "Unknown outcome: WhatsApp sent no confirmation. We can’t tell whether it arrived.",
  },
  unreachable: {
    fr: "WhatsApp ne peut pas joindre ce numéro.",
    en: "WhatsApp cannot reach this number.",
  },
  opted_out: {
    fr: "Vous avez désactivé nos messages dans WhatsApp.",
    en: "You’ve turned off our messages in WhatsApp.",
  },
  deferred: {
    fr: "WhatsApp n’a pas laissé passer l’édition du jour. Envoyez-nous un mot pour recevoir la prochaine.",
    en: "WhatsApp held back today’s edition. Send us a message to receive the next one.",
  },
  audio_unavailable: {
    fr: "La note vocale n’a pas pu être préparée.",
    en: "The voice note could not be prepared.",
  },
  refused: {
    fr: "WhatsApp a refusé le message.",
    en: "WhatsApp refused the message.",
  },
  provider_down: {
    fr: "WhatsApp était injoignable.",
    en: "WhatsApp could not be reached.",
  },
  template_stopped: {
    fr: "L’annonce de votre édition est suspendue par WhatsApp. Envoyez-nous un mot pour recevoir les prochaines.",
    en: "WhatsApp has suspended the message that announces your edition. Send us a message to receive the next ones.",
  },
  alerts_off: {
    fr: "Les alertes info étaient désactivées.",
    en: "Breaking-news alerts were off.",
  },
  quiet_hours: {
    fr: "C’était pendant vos heures calmes.",
    en: "It fell within your quiet hours.",
  },
  window_closed: {
    fr: "La conversation est fermée depuis plus de 24 heures.",
    en: "The conversation has been closed for more than 24 hours.",
  },
} satisfies Record<string, Words>;

/** Why the voice note of a digest is missing, or lacks stories. */
export const audioGapTexts: Record<AudioGap, Words> = {
  speech_unavailable: {
    fr: "Aucune voix n’est disponible : cette édition est en texte seul.",
    en: "No voice is available: this edition is text only.",
  },
  speech_failed: {
    fr: "La note vocale n’a pas pu être enregistrée : cette édition est en texte seul.",
    en: "The voice note could not be recorded: this edition is text only.",
  },
  partial: {
    fr: "Les sujets marqués d’un astérisque ne sont pas dans la note vocale.",
    en: "Stories marked with an asterisk are not in the voice note.",
  },
};

export const partly: Words = {
  fr: "Le texte a été envoyé, pas la note vocale. ",
  en: "The text was sent, the voice note was not. ",
};

const siteTexts = {
  invalidPhone: {
    // The product's specification fixes these words.
    fr: "Numéro de téléphone invalide",
    en: "Numéro de téléphone invalide",
  },
  phoneTaken: {
    fr: "Ce numéro est déjà relié à un autre compte. S’il est à vous, changez d’abord le numéro de ce compte ; s’il n’y a jamais été confirmé, scannez avec ce téléphone le QR code de vos réglages.",
    en: "This number is already connected to another account. If it is yours, change the number of that account first; if it was never confirmed there, scan the QR code in your settings with that phone.",
  },
  tooManyConnects: {
    fr: "Vous avez essayé trop de numéros aujourd’hui. Réessayez demain.",
    en: "You have tried too many numbers today. Try again tomorrow.",
  },
  connected: {
    fr: "Répondez « START » au message que vous venez de recevoir.",
    en: "Reply START to the message you have just received.",
  },
  connectedWriteFirst: {
    fr: "Envoyez-nous « START » sur WhatsApp pour confirmer : {link}",
    en: "Send us START on WhatsApp to confirm: {link}",
  },
  alreadyConnected: {
    fr: "Ce numéro est relié.",
    en: "This number is connected.",
  },
  notConnected: {
    fr: "Reliez d’abord votre numéro WhatsApp dans vos réglages.",
    en: "Connect your WhatsApp number in your settings first.",
  },
  notConfirmed: {
    fr: "Envoyez-nous « START » sur WhatsApp, puis réessayez.",
    en: "Send us START on WhatsApp, then try again.",
  },
  stoppedByPhone: {
    fr: "Vous avez répondu « STOP ». Répondez « START » sur WhatsApp pour recevoir de nouveau vos éditions.",
    en: "You replied STOP. Reply START on WhatsApp to receive your editions again.",
  },
  subscriptionRequired: {
    fr: "Votre essai ou votre abonnement est terminé. Choisissez une formule pour recevoir vos éditions.",
    en: "Your trial or subscription has ended. Choose a plan to receive your editions.",
  },
  notReady: {
    fr: "Votre compte est en cours de préparation. Réessayez dans quelques secondes.",
    en: "Your account is being set up. Try again in a few seconds.",
  },
  noCategories: {
    fr: "Choisissez au moins une catégorie dans vos réglages.",
    en: "Choose at least one category in your settings.",
  },
  inProgress: {
    fr: "Une édition est déjà en route. Attendez qu’elle arrive.",
    en: "An edition is already on its way. Wait for it to arrive.",
  },
  tooManyDeliveries: {
    fr: "Vous avez demandé trop d’éditions en une heure. Réessayez plus tard.",
    en: "You have asked for too many editions in an hour. Try again later.",
  },
  delivered: {
    fr: "Votre édition est partie sur WhatsApp.",
    en: "Your edition is on its way to WhatsApp.",
  },
  announced: {
    fr: "Un message vous attend sur WhatsApp : appuyez sur « Écouter » pour recevoir l’édition.",
    en: "A message is waiting on WhatsApp: tap Listen to receive the edition.",
  },
  stillWorking: {
    fr: "Votre édition est encore en préparation. Elle arrivera sur WhatsApp dans quelques minutes.",
    en: "Your edition is still being prepared. It will arrive on WhatsApp in a few minutes.",
  },
  nothingNew: {
    fr: "Rien de nouveau dans vos catégories depuis 24 heures.",
    en: "No news in your categories in the last 24 hours.",
  },
  running: {
    fr: "L’envoi automatique est activé.",
    en: "Automatic delivery is on.",
  },
  runningUnconfirmed: {
    fr: "L’envoi automatique commencera dès que vous aurez répondu « START » sur WhatsApp.",
    en: "Automatic delivery will begin as soon as you reply START on WhatsApp.",
  },
  stopped: {
    fr: "L’envoi automatique est arrêté.",
    en: "Automatic delivery is off.",
  },
  paused: {
    fr: "En pause jusqu’au {date}.",
    en: "Paused until {date}.",
  },
  pausedPastEnd: {
    fr: "En pause. Votre essai ou votre abonnement se termine avant la fin de la pause : choisissez une formule pour retrouver vos éditions ensuite.",
    en: "Paused. Your trial or subscription ends before the pause is over: choose a plan to get your editions back then.",
  },
  disconnected: {
    fr: "WhatsApp ne parvient pas à joindre ce numéro : il n’est plus relié à votre compte. Vérifiez-le et reliez-le de nouveau.",
    en: "WhatsApp cannot reach this number, so it was disconnected. Check it and connect it again.",
  },
  history: {
    fr: "Historique à jour.",
    en: "History is up to date.",
  },
} satisfies Record<string, Words>;
export type SiteTextName = keyof typeof siteTexts;

export const siteText = (name: SiteTextName, language: Language): string =>
  siteTexts[name][language];
