import type { ErrorCode } from "@matinale/contracts";
import type { Words } from "@matinale/kit";
import type { LimitName } from "@matinale/contracts/api";

export const texts = {
  sessionUnknown: {
    fr: "Nous ne pouvons pas vérifier votre session pour le moment. Réessayez dans un instant.",
    en: "We cannot check your session right now. Try again in a moment.",
  },
  sessionEnded: {
    fr: "Votre session est terminée. Veuillez vous reconnecter.",
    en: "Your session has ended. Please sign in again.",
  },
  accountGone: {
    fr: "Ce compte n’existe plus.",
    en: "This account does not exist any more.",
  },
  tookTooLong: {
    fr: "L’opération a pris trop de temps. Réessayez dans un instant.",
    en: "This took too long. Try again in a moment.",
  },
  partUnavailable: {
    fr: "Cette partie du service n’est pas disponible. Réessayez dans un instant.",
    en: "This part of the service is not available. Try again in a moment.",
  },
  arrivedTooSlowly: {
    fr: "La requête a mis trop de temps à arriver.",
    en: "The request took too long to arrive.",
  },
  unreadableAddress: {
    fr: "Cette adresse ne peut pas être lue.",
    en: "This address cannot be read.",
  },
  pictureTooLarge: {
    fr: "Cette photo dépasse 5 Mo. Choisissez-en une plus légère.",
    en: "This picture is larger than 5 MB. Choose a smaller one.",
  },
  linkGone: {
    fr: "Ce lien n’est plus valable\u00A0: ceux d’une édition s’ouvrent pendant sept jours. Le nom du journal, à côté du lien, vous aidera à retrouver l’article.",
    en: "This link no longer works: those in an edition work for seven days. The outlet named beside the link will help you find the article.",
  },
  fileGone: { fr: "Ce lien n’est plus valable.", en: "This link no longer works." },
  oneHost: { fr: "Envoyez un seul en-tête Host.", en: "Send one Host header." },
  noUpgrade: {
    fr: "Seul HTTP/1.1 est accepté ici, sans Upgrade.",
    en: "Only HTTP/1.1 is accepted here, without Upgrade.",
  },
} as const satisfies Record<string, Words>;

/** Messages for calls that could come from a page of another site. */
export const refusals = {
  CSRF_HEADER_REQUIRED: {
    fr: "Envoyez l’en-tête X-Requested-With: XMLHttpRequest.",
    en: "Send the header X-Requested-With: XMLHttpRequest.",
  },
  ORIGIN_REFUSED: {
    fr: "Seules les pages de ce site peuvent faire cette demande.",
    en: "Only this site’s own pages can make this request.",
  },
} as const satisfies Partial<Record<ErrorCode, Words>>;

const manyChanges = {
  fr: "Vous avez fait beaucoup de changements en peu de temps. Réessayez plus tard.",
  en: "You have made many changes in a short time. Try again later.",
};
const manyRequests = {
  fr: "Vous avez fait cette demande de nombreuses fois en peu de temps. Réessayez plus tard.",
  en: "You have made this request many times in a short time. Try again later.",
};

/** Messages for 429, by limit. */
export const tooOften = {
  login: {
    fr: "Trop de tentatives de connexion ont échoué. Réessayez plus tard.",
    en: "Too many failed sign-ins. Try again later.",
  },
  call: {
    fr: "Trop de demandes sont venues de votre réseau. Réessayez plus tard.",
    en: "Too many requests came from your network. Try again later.",
  },
  signup: {
    fr: "Trop de comptes ont été créés depuis votre réseau. Réessayez plus tard.",
    en: "Too many accounts were created from your network. Try again later.",
  },
  change: manyChanges,
  profile: manyChanges,
  costly: manyRequests,
  preview: {
    fr: "Trop d’aperçus en une heure. Réessayez un peu plus tard\u202F; votre édition arrive de toute façon à l’heure choisie.",
    en: "Too many previews in an hour. Try again a little later; your edition will arrive at the usual time all the same.",
  },
  picture: manyChanges,
  recovery: {
    fr: "Trop de demandes ont été faites pour ce compte ou depuis votre réseau. Réessayez plus tard.",
    en: "Too many requests were made for this account or from your network. Try again later.",
  },
  mail: {
    fr: "Plusieurs e-mails viennent déjà d’être envoyés. Regardez aussi dans les indésirables, ou réessayez plus tard.",
    en: "Several emails have already been sent. Look in your spam folder too, or try again later.",
  },
  contact: {
    fr: "Vous nous avez envoyé plusieurs messages en peu de temps. Réessayez plus tard.",
    en: "You have sent us several messages in a short time. Try again later.",
  },
  export: manyRequests,
} as const satisfies Record<LimitName | "login" | "call", Words>;
