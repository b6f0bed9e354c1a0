import { withFirstOfMonth, type Language } from "@matinale/contracts";
import type { Button } from "../delivery/delivery.ts";
import { localTime } from "../schedule/slot-instants.ts";
import { languageOf, nextSlotOf, type Subscriber, zoneOf } from "../subscriber/subscriber.ts";

/** The replies in a conversation. `{settings}` is the address of the settings, `{date}` a date. */
const replies = {
  confirmed: {
    fr: "C’est confirmé : votre édition arrivera ici, à l’heure que vous avez choisie. Répondez « STOP » pour ne plus rien recevoir.",
    en: "Confirmed: your edition will arrive here, at the time you chose. Reply STOP to stop receiving messages.",
  },
  confirmed_lapsed: {
    fr: "C’est confirmé. Votre essai ou votre abonnement est terminé : choisissez une formule pour recevoir vos éditions. {subscribe}",
    en: "Confirmed. Your trial or subscription has ended: choose a plan to receive your editions. {subscribe}",
  },
  confirm_first: {
    fr: "Pour recevoir {brand} ici, répondez « START ». Sinon, ignorez ce message.",
    en: "To receive {brand} here, reply START. If not, ignore this message.",
  },
  stopped: {
    fr: "C’est noté : vous ne recevrez plus rien. Répondez « START » pour reprendre.",
    en: "Done: you won’t receive anything else. Reply START to resume.",
  },
  resumed: {
    fr: "Vos éditions reprennent. Répondez « STOP » pour arrêter.",
    en: "Your editions are back. Reply STOP to stop.",
  },
  paused: {
    fr: "C’est noté : pause jusqu’au {date}. Répondez « START » pour reprendre plus tôt.",
    en: "Done: paused until {date}. Reply START to resume sooner.",
  },
  paused_past_end: {
    fr: "C’est noté : plus d’édition pour l’instant. Votre essai ou votre abonnement se termine avant la fin de la pause : pour retrouver vos éditions ensuite, choisissez une formule. {subscribe}",
    en: "Done: no editions for now. Your trial or subscription ends before the pause is over: to get your editions back then, choose a plan. {subscribe}",
  },
  already_stopped: {
    fr: "Vos éditions sont arrêtées. Répondez « START » pour les reprendre.",
    en: "Your editions are stopped. Reply START to resume them.",
  },
  pause_explained: {
    fr: "Pour faire une pause, répondez par exemple « PAUSE 7 » (sept jours) ou « PAUSE JUSQU’À LUNDI » : 90 jours au plus.",
    en: "To take a break, reply PAUSE 7 for seven days, or PAUSE UNTIL MONDAY: 90 days at most.",
  },
  menu: {
    fr: "Que voulez-vous faire ? Pour changer d’heure ou de catégories : {settings}",
    en: "What would you like to do? Change your time and categories here: {settings}",
  },
  help: {
    fr: "ENCORE : d’autres sujets de la dernière édition\nPLUS 3 : le sujet n° 3 en détail\nPAUSE 7 : une semaine sans édition\nALERTES NON : pas d’alertes info · ALERTES OUI : les recevoir\nSTOP : tout arrêter · START : reprendre\nMENU : afficher les boutons\nHeure et catégories : {settings}",
    en: "MORE: more stories from the last edition\nMORE 3: story 3 in full\nPAUSE 7: a week without editions\nALERTS OFF: no breaking-news alerts · ALERTS ON: receive them\nSTOP: stop everything · START: resume\nMENU: show the buttons\nTime and categories: {settings}",
  },
  unknown: {
    fr: "Je ne réponds qu’à quelques mots : ENCORE, PAUSE, STOP, MENU.",
    en: "Sorry, I only know a few words. Try MORE, PAUSE, STOP or MENU.",
  },
  thanks: {
    fr: "Avec plaisir ! À bientôt.",
    en: "You’re welcome! See you soon.",
  },
  hello: {
    fr: "Bonjour ! Répondez « MENU » pour voir ce que je sais faire.",
    en: "Hello! Reply MENU to see what I can do.",
  },
  yes: {
    fr: "Très bien ! À bientôt.",
    en: "Great! See you soon.",
  },
  no_more: {
    fr: "C’est tout pour cette édition. La suite dans la prochaine.",
    en: "That’s all for now. There’ll be more in your next edition.",
  },
  no_edition: {
    fr: "Vous n’avez pas encore reçu d’édition : la première arrivera à l’heure que vous avez choisie.",
    en: "You haven’t received an edition yet: the first one will arrive at the time you chose.",
  },
  no_story: {
    fr: "Ce numéro n’est pas dans votre dernière édition. Répondez « PLUS » et le numéro d’un de ses sujets.",
    en: "That number isn’t in your last edition. Reply MORE and the number of one of its stories.",
  },
  story_gone: {
    fr: "Ce sujet n’est plus disponible en détail. Répondez « ENCORE » pour en recevoir d’autres.",
    en: "That story is no longer available in full. Reply MORE for other stories.",
  },
  lapsed: {
    fr: "Votre essai ou votre abonnement est terminé. Choisissez une formule pour retrouver vos éditions : {subscribe}",
    en: "Your trial or subscription has ended. Choose a plan to get your editions back: {subscribe}",
  },
  alerts_on: {
    fr: "C’est noté : vous recevrez les alertes info, deux par jour au plus. Catégories et heures calmes : {settings}",
    en: "Done: you’ll receive breaking-news alerts, two a day at most. Categories and quiet hours: {settings}",
  },
  alerts_off: {
    fr: "C’est noté : plus d’alertes info. Vos éditions continuent. Répondez « ALERTES OUI » pour les retrouver.",
    en: "Done: no more breaking-news alerts. Your editions continue. Reply ALERTS ON to get them back.",
  },
  alerts_not_in_plan: {
    fr: "Votre formule ne comprend pas les alertes info. Pour en changer : {subscribe}",
    en: "Your plan doesn’t include breaking-news alerts. Change your plan here: {subscribe}",
  },
  nothing_to_hear: {
    fr: "Aucune édition ne vous attend. Répondez « MENU » pour voir ce que je sais faire.",
    en: "No edition is waiting for you. Reply MENU to see what I can do.",
  },
  code_over: {
    fr: "Ce code n’est plus valable : un code sert une fois, pendant une heure. Ouvrez {settings} pour en recevoir un nouveau.",
    en: "This code is no longer valid: a code works once, within an hour. Open {settings} to get a new one.",
  },
  unknown_sender: {
    fr: "Ce numéro n’est relié à aucun compte {brand} et ne recevra rien. Pour vous inscrire ou le relier : {settings}",
    en: "This number is not connected to any {brand} account and will not receive anything. To sign up or connect it: {settings}",
  },
  unknown_sender_stopped: {
    fr: "C’est noté : ce numéro ne recevra rien de {brand}.",
    en: "Done: this number will not receive anything from {brand}.",
  },
  number_taken: {
    fr: "Ce numéro est déjà relié à un autre compte {brand}. Changez d’abord le numéro de ce compte, ou utilisez un autre téléphone.",
    en: "This number is already connected to another {brand} account. Change the number of that account first, or use another phone.",
  },
  too_many: {
    fr: "Beaucoup de messages sont arrivés de ce téléphone : je réponds de nouveau demain. « STOP » arrête toujours tout. Vos réglages : {settings}",
    en: "This phone has sent a lot of messages today: I’ll answer again tomorrow. STOP still stops everything. Your settings: {settings}",
  },
  number_replaced: {
    fr: "Un autre numéro vient de remplacer celui-ci sur votre compte {brand}. Si ce n’était pas vous, changez tout de suite votre mot de passe, puis reliez de nouveau ce numéro : {settings}",
    en: "Another number has just replaced this one on your {brand} account. If it was not you, change your password straight away, then connect this number again: {settings}",
  },
} satisfies Record<string, Record<Language, string>>;
export type ReplyName = keyof typeof replies;

/** What replies, notices and templates name: the brand, and addresses of the site. */
export interface Site {
  brand: string;
  settings: string;
  subscribe: string;
  account: string;
}

export const siteOf = (appUrl: string, brand: string): Site => {
  const origin = appUrl.replace(/\/+$/, "");
  return {
    brand,
    settings: `${origin}/settings`,
    subscribe: `${origin}/subscribe`,
    account: `${origin}/account`,
  };
};

export const replyText = (
  name: ReplyName,
  language: Language,
  values: Partial<Site> & { date?: string | undefined },
): string =>
  replies[name][language].replace(
    /\{(\w+)\}/g,
    (_, key: string) => new Map(Object.entries(values)).get(key) ?? "",
  );

/** A tap does the same as the keyword, so its payload is the keyword. */
const buttons = {
  more: { id: "MORE", fr: "Encore", en: "More" },
  pause: { id: "PAUSE 7", fr: "Pause 7 jours", en: "Pause 7 days" },
  stop: { id: "STOP", fr: "Stop", en: "Stop" },
  start: { id: "START", fr: "Reprendre", en: "Resume" },
};

/** Three at most, the provider's limit. */
export function menuButtons(language: Language, running: boolean): Button[] {
  const { more, pause, stop, start } = buttons;
  const shown = running ? [more, pause, stop] : [start, more];
  return shown.map(({ id, [language]: title }) => ({ id, title }));
}

const locales: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };

/** "jeudi 26 novembre à 8 h 30" or "Thursday 26 November at 8.30am", in the subscriber's zone. */
export function dayAndTime(at: Date, zone: string, language: Language): string {
  const day = new Intl.DateTimeFormat(locales[language], {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: zone,
  }).format(at);
  const [hours = 0, minutes = 0] = localTime(zone, at).split(":").map(Number);
  const shown = String(minutes).padStart(2, "0");
  if (language === "fr") {
    return `${withFirstOfMonth(day, language)} à ${hours}\u00A0h${minutes === 0 ? "" : `\u00A0${shown}`}`;
  }
  const clock = `${hours % 12 || 12}${minutes === 0 ? "" : `.${shown}`}`;
  return `${day} at ${clock}${hours < 12 ? "am" : "pm"}`;
}

/** When the editions come back after a pause that ends at `until`. */
export const returnText = (
  subscriber: Subscriber,
  until: Date,
  now: Date,
  language = languageOf(subscriber),
): string => dayAndTime(nextSlotOf(subscriber, now)?.at ?? until, zoneOf(subscriber), language);
