import type { Language } from "@matinale/contracts";
import type { Button } from "../delivery/delivery.ts";

type Words = Record<Language, string>;

/** The replies in a conversation. `{settings}` is the address of the settings, `{date}` a date. */
const replies = {
  confirmed: {
    fr: "C’est confirmé : votre édition arrivera ici, à l’heure que vous avez choisie. Répondez STOP pour ne plus rien recevoir.",
    en: "Confirmed: your edition will arrive here, at the time you chose. Reply STOP to stop receiving messages.",
  },
  confirmed_lapsed: {
    fr: "C’est confirmé. Votre essai ou votre abonnement est terminé : choisissez une formule pour recevoir vos éditions. {subscribe}",
    en: "Confirmed. Your trial or subscription has ended: choose a plan to receive your editions. {subscribe}",
  },
  stopped: {
    fr: "C’est noté : vous ne recevrez plus rien. Répondez START pour reprendre.",
    en: "Done: you will not receive anything else. Reply START to resume.",
  },
  resumed: {
    fr: "Vos éditions reprennent. Répondez STOP pour arrêter.",
    en: "Your editions are back. Reply STOP to stop.",
  },
  paused: {
    fr: "Pause notée. Vos éditions reviennent le {date}. Répondez START pour reprendre plus tôt.",
    en: "Paused. Your editions return on {date}. Reply START to resume sooner.",
  },
  pause_while_stopped: {
    fr: "Vos éditions sont déjà arrêtées. Répondez START pour les reprendre.",
    en: "Your editions are already stopped. Reply START to resume them.",
  },
  pause_explained: {
    fr: "Combien de jours ? Répondez par exemple PAUSE 7 J, de 1 à 90 jours.",
    en: "For how many days? Reply PAUSE 7 D, for example: anything from 1 to 90 days.",
  },
  menu: {
    fr: "Que voulez-vous faire ? Votre heure et vos catégories se changent ici : {settings}",
    en: "What would you like to do? Change your time and categories here: {settings}",
  },
  help: {
    fr: "ENCORE : d’autres sujets de la dernière édition\nPAUSE 7 J : une semaine sans édition\nSTOP : tout arrêter · START : reprendre\nMENU : les choix en boutons\nHeure et catégories : {settings}",
    en: "MORE: more stories from the last edition\nPAUSE 7 D: a week without editions\nSTOP: stop everything · START: resume\nMENU: the choices as buttons\nTime and categories: {settings}",
  },
  unknown: {
    fr: "Je n’ai pas compris. Répondez MENU pour voir ce que vous pouvez demander.",
    en: "I did not understand. Reply MENU to see what you can ask for.",
  },
  no_more: {
    fr: "C’est tout pour cette édition. La suite viendra avec la prochaine.",
    en: "That is all for this edition. More will come with the next one.",
  },
  nothing_to_hear: {
    fr: "Aucune édition ne vous attend. Répondez MENU pour voir ce que vous pouvez demander.",
    en: "No edition is waiting for you. Reply MENU to see what you can ask for.",
  },
  code_over: {
    fr: "Ce code n’est plus valable : un code sert une fois, pendant une heure. Ouvrez {settings} pour en recevoir un nouveau.",
    en: "This code is no longer valid: a code works once, within an hour. Open {settings} to get a new one.",
  },
  unknown_sender: {
    fr: "Ce numéro n’est relié à aucun compte Matinale et ne recevra rien. Pour vous inscrire ou le relier : {settings}",
    en: "This number is not connected to any Matinale account and will not receive anything. To sign up or connect it: {settings}",
  },
  unknown_sender_stopped: {
    fr: "C’est noté : ce numéro ne recevra rien de Matinale.",
    en: "Done: this number will not receive anything from Matinale.",
  },
  number_taken: {
    fr: "Ce numéro est déjà relié à un autre compte Matinale. Changez d’abord le numéro de ce compte, ou utilisez un autre téléphone.",
    en: "This number is already connected to another Matinale account. Change the number of that account first, or use another phone.",
  },
} satisfies Record<string, Words>;
export type ReplyName = keyof typeof replies;

/** Addresses of the site that replies and notices contain. */
export interface Site {
  settings: string;
  subscribe: string;
  account: string;
}

export const siteOf = (appUrl: string): Site => {
  const origin = appUrl.replace(/\/+$/, "");
  return {
    settings: `${origin}/settings`,
    subscribe: `${origin}/subscribe`,
    account: `${origin}/account`,
  };
};

export const replyText = (
  name: ReplyName,
  language: Language,
  values: Partial<Site> & { date?: string },
): string =>
  replies[name][language].replace(
    /\{(\w+)\}/g,
    (_, key: string) => new Map(Object.entries(values)).get(key) ?? "",
  );

const titles = {
  more: { fr: "Encore", en: "More" },
  pause: { fr: "Pause 7 jours", en: "Pause 7 days" },
  stop: { fr: "Stop", en: "Stop" },
  start: { fr: "Reprendre", en: "Resume" },
} satisfies Record<string, Words>;

/** Three at most, the provider's limit. A tap does the same as the keyword, so its payload is the keyword. */
export const menuButtons = (language: Language, running: boolean): Button[] =>
  running
    ? [
        { id: "MORE", title: titles.more[language] },
        { id: "PAUSE 7", title: titles.pause[language] },
        { id: "STOP", title: titles.stop[language] },
      ]
    : [
        { id: "START", title: titles.start[language] },
        { id: "MORE", title: titles.more[language] },
      ];

const locales: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };

/** «jeudi 26 novembre à 08:00», in the subscriber's zone. */
export function dayAndTime(at: Date, zone: string, language: Language): string {
  const locale = locales[language];
  const day = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: zone,
  }).format(at);
  const time = new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  }).format(at);
  return language === "fr" ? `${day} à ${time}` : `${day} at ${time}`;
}
