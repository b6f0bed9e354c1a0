import { type PauseLength, pauseLengthOf } from "./pause-length.ts";

export type Command =
  | { name: "start"; code?: string }
  /** `length` is null when it is missing or cannot be read: the reply then explains PAUSE. */
  | { name: "pause"; length: PauseLength | null }
  /** One story of the last edition in full, by its number in the message. */
  | { name: "story"; number: number }
  /** Turns breaking-news alerts on or off. */
  | { name: "alerts"; on: boolean }
  | { name: "stop" | "menu" | "help" | "more" | "listen" }
  /** "Yes" confirms a number whose opt-in is pending, like START. Else all three are small talk. */
  | { name: "yes" | "thanks" | "hello" };

/**
 * The messages of each command in both languages, as `plainOf` returns them. Only a whole message is a command:
 * "Stop aux violences ?" is a sentence and must not stop the editions. WhatsApp's button "Stop promotions" counts
 * like its setting for marketing messages.
 */
const messages: Record<Exclude<Command["name"], "pause" | "story" | "alerts">, string> = {
  start: `
    start, start matinale, restart, unstop, commencer, recommencer, reprendre, reprendre les editions, reprends, reprise, resume`,
  stop: `
    stop, stopp, stopper, stoppez, stoppez tout, stop all, stopall, stop everything, stop it, stop this, stop that, stop tout, tout stopper,
    stop matinale, stop sms, stop pub, stop spam, stop message, stop messages, stop the messages, stop these messages,
    stop les messages, stop les envois, stop the service, stop sending, stop sending me messages, stop sending me these, stop sending messages, stop sending these messages,
    stop messaging me, stop texting me, stop writing to me, stop contacting me, stop spamming me,
    stop subscription, stop my subscription, stop the subscription, stop abonnement, stop my editions,
    arret, arret total, arrete, arrete tout, arrete ca, arreter, arretez, arretez tout, arretez ca, tout arreter, stop ca, stop cela,
    j arrete, arreter matinale, arreter de recevoir les messages, arreter les messages, arretez les messages,
    arretez vos messages, arretez de m ecrire, arrete de m ecrire, arretez de m envoyer des messages, arrete de m envoyer des messages, arretez de m envoyer, arreter les envois, arretez les envois, arreter le service,
    arreter l envoi automatique, arreter l abonnement, arreter mon abonnement, arretez l abonnement,
    arretez mon abonnement, arret de l abonnement, arret de mon abonnement,
    desinscription, desinscrire, desinscris moi, desinscrivez moi, se desinscrire, me desinscrire, je me desinscris,
    desabonnement, desabonner, desabonne moi, desabonnez moi, se desabonner, me desabonner, je me desabonne,
    resiliation, resilier, resilie, resiliez, je resilie, resilier l abonnement, resilier mon abonnement,
    resilie mon abonnement, resiliez mon abonnement, je resilie mon abonnement,
    annulation, annule, annuler, annulez, annule l abonnement, annule mon abonnement, annuler l abonnement, annuler mon abonnement, annulez l abonnement,
    annulez mon abonnement, annuler abonnement, annulation de l abonnement, annulation de mon abonnement,
    quitter, quitter matinale, fin, fin de l abonnement, ne plus recevoir de messages, ne plus recevoir les messages,
    ne plus recevoir vos messages, ne plus rien recevoir, plus de messages, je ne veux plus de messages, je ne veux plus de vos messages,
    je ne veux plus de ces messages, je ne veux plus recevoir ces messages, je ne veux plus recevoir les messages, je ne veux plus recevoir vos editions,
    je ne veux plus recevoir de messages, je ne veux plus recevoir vos messages, je ne veux plus recevoir d editions,
    je ne veux plus recevoir matinale, je ne veux plus rien recevoir, je veux plus recevoir de messages,
    ne plus m ecrire, ne plus m envoyer de messages, ne plus rien m envoyer, ne m ecrivez plus, ne m envoyez plus rien, ne m envoyez plus de messages, supprimez moi de la liste,
    retirez moi de la liste, supprimer mon numero, supprimez mon numero, retirez mon numero, effacez mon numero,
    quit, i quit, cancel, cancel all, cancel subscription, cancel my subscription, cancel the subscription,
    end, end subscription, end my subscription, end the subscription, unsubscribe, unsubscribe me, unsubscribe all, unsub,
    opt out, optout, opt me out, revoke, remove me, remove me from the list, remove me from this list,
    remove me from your list, remove my number, delete my number, take me off the list, take me off this list, take me off your list,
    stop promotions, stop promotion, stop promos, stop promo, stop the promotions, stop all promotions, no more promotions,
    opt out of promotions, unsubscribe from promotions, stop marketing,
    stop les promotions, stopper les promotions, stopper promotions, arret des promotions,
    arret promotions, arreter les promotions, arreter promotions, arretez les promotions,
    desactiver les promotions, ne plus recevoir de promotions, ne plus recevoir les promotions, ne pas recevoir de promotions,
    se desabonner des promotions, se desinscrire des promotions,
    no more messages, no more editions, i don t want messages, i don t want any more messages, i don t want to receive messages,
    i don t want these messages, i don t want to receive these messages,
    i don t want to receive any more messages, don t message me, don t text me, don t contact me, don t message me again`,
  menu: "menu, le menu, the menu, choix, options",
  help: "aide, aide moi, aidez moi, help, help me",
  more: `
    encore, encore des sujets, plus, plus de sujets, autres sujets, d autres sujets, suite, la suite, suivant, suivants,
    more, more stories, more news, next, next stories`,
  listen: "ecouter, ecoute, ecoutez, listen",
  yes: `
    oui, ouais, ok, okay, okey, oki, k, d accord, daccord, dac, entendu, bien sur, tres bien, volontiers, avec plaisir,
    c est bon, c est ok, ok pour moi, ca marche, ca me va, vas y, allez y, je veux, j accepte, je confirme, confirme,
    confirmer, accepte, absolument, yes, yeah, yea, yep, yup, ya, y, sure, of course, certainly, absolutely, go, go ahead,
    confirm, confirmed, i confirm, accept, i accept, i agree, agreed, alright, all right, sounds good, i do`,
  thanks: `
    merci, merci beaucoup, merci bien, merci encore, encore merci, mille mercis, un grand merci, grand merci, merci a vous,
    merci a toi, merci matinale, merci pour tout, merci bonne journee, merci bonne soiree, je vous remercie,
    super, parfait, genial, top, cool, bravo, bonne journee, bonne soiree, bonne nuit, a demain, a bientot, au revoir,
    thanks, thank you, thx, ty, many thanks, thanks a lot, thank you so much, thank you very much, thanks so much,
    thanks again, thanks matinale, cheers, great, perfect, well done, bye, goodbye, good night, see you, see you tomorrow`,
  hello: `
    bonjour, bonsoir, salut, coucou, bonjour matinale, ca va, comment ca va, comment allez vous, hello, hi, hey, hiya,
    hello there, hi there, hello matinale, good morning, good afternoon, good evening, how are you`,
};
const alertMessages = {
  off: `
    alertes non, alerte non, alertes off, alerte off, alertes stop, alerte stop, stop alertes, stop alerte, stop aux alertes,
    stop les alertes, stop alertes info, stop info, stop infos, pas d alertes, pas d alerte, plus d alertes, plus d alerte, sans alertes, fin des alertes,
    arret alertes, arret des alertes, arreter les alertes, arretez les alertes, arrete les alertes,
    desactiver les alertes, desactive les alertes, desactivez les alertes, desactiver alertes, couper les alertes, coupez les alertes,
    supprimer les alertes, supprimez les alertes, je ne veux plus d alertes, je ne veux plus recevoir d alertes,
    je veux plus d alertes, ne plus recevoir d alertes, ne plus recevoir les alertes, alertes info non, alertes info off,
    alerts off, alert off, alerts no, alert no, alerts stop, stop alerts, stop alert, stop the alerts, stop these alerts, stop sending alerts,
    stop sending me alerts, no alerts, no alert, no more alerts, turn off alerts, turn alerts off, turn off the alerts, switch off alerts, switch alerts off,
    disable alerts, mute alerts, cancel alerts, end alerts, i don t want alerts, i don t want any more alerts, unsubscribe from alerts, breaking news off,
    no breaking news`,
  on: `
    alertes oui, alerte oui, alertes on, alerte on, alertes ok, alertes info oui, alertes info on, avec alertes, des alertes,
    activer les alertes, active les alertes, activez les alertes, activer alertes, reactiver les alertes, reactivez les alertes,
    reprendre les alertes, remettre les alertes, remettez les alertes, je veux des alertes, je veux les alertes, recevoir les alertes,
    start alertes, alerts on, alert on, alerts yes, alert yes, alerts ok, start alerts, start the alerts, turn on alerts, turn alerts on, turn on the alerts,
    switch on alerts, switch alerts on, enable alerts, resume alerts, send alerts, send me alerts, i want alerts, breaking news on`,
};
const listOf = (list: string, command: Command) =>
  list.split(",").map((message): [string, Command] => [message.trim(), command]);
const commands = new Map([
  ...(Object.keys(messages) as (keyof typeof messages)[]).flatMap((name) =>
    listOf(messages[name], { name }),
  ),
  ...listOf(alertMessages.off, { name: "alerts", on: false }),
  ...listOf(alertMessages.on, { name: "alerts", on: true }),
]);

/** Emoji that are a whole message. */
const emojiMessages: readonly (readonly [RegExp, Command])[] = [
  [/^[👍👌✅🆗]/u, { name: "yes" }],
  [/^[🙏❤🧡💛💚💙💜🥰😍😊🙂😀😃😄😁👏🤗😘🎉☺]/u, { name: "thanks" }],
  [/^👋/u, { name: "hello" }],
];

/** Words before and after a command that do not change it. */
const opening =
  /^(?:(?:bonjour|bonsoir|salut|hello|hi|hey|ok|oui|yes|svp|stp|s il (?:vous|te) plait|please|pls) )+/;
const wish =
  /^(?:je (?:veux|voudrais|souhaite|souhaiterais)|j aimerais|merci d|merci de|veuillez|i (?:want|need|wish|would like) to|i d like to) /;
const question = /^(?:pouvez vous|peux tu|comment|(?:can|could) you|how (?:do|can) i) /;
/** Formal negations, with what they are in the list. */
const negations: readonly (readonly [RegExp, string])[] = [
  [/^je ne (?:veux|souhaite|desire) (?:plus|pas) /, "je ne veux plus "],
  [/^(i )?(?:do not|no longer) /, "$1don t "],
];
const ending =
  / (?:svp|stp|s il (?:vous|te) plait|please|pls|merci(?: beaucoup| d avance)?|thanks|thank you|tout de suite|maintenant|immediately|right now|now)$/;

/**
 * Reads the command of a message. Case, accents, punctuation, emoji, repetitions and polite words do not
 * matter. START may carry a code of the site, PAUSE a length or a day.
 */
export function commandOf(text: string): Command | null {
  const spelled = spelledOf(text);
  const plain = plainOf(spelled);
  if (plain === "") return emojiCommand(text);
  const bare = withoutEnding(plain);
  const command = withListedNegation(withoutOpening(bare));
  const known = commands.get(plain) ?? commands.get(bare) ?? commands.get(command);
  if (known?.name === "yes" && isUnclear(text, bare)) return null;
  if (known !== undefined) return known;
  // a code may have a letter three times
  const code = /^start ([a-z0-9]{4,12})$/.exec(withoutOpening(withoutEnding(spelled)))?.[1];
  // the word of another command is no code: START STOP
  if (code !== undefined && !commands.has(code)) return { name: "start", code: code.toUpperCase() };
  const number = storyNumber.exec(command)?.[1];
  if (number !== undefined) return { name: "story", number: Number(number) };
  const length = pauseLengthOf(command);
  return length === undefined ? null : { name: "pause", length };
}

const withoutEnding = (message: string): string => message.replace(ending, "");
const withoutOpening = (message: string): string =>
  message.replace(opening, "").replace(question, "").replace(wish, "");
const withListedNegation = (message: string): string =>
  negations.reduce((before, [pattern, listed]) => before.replace(pattern, listed), message);

/** Whether words of consent are a question, as in « Comment ça marche ? », or part of a sentence in another script. */
const isUnclear = (text: string, bare: string): boolean =>
  /[?？؟]|(?!\p{Script=Latin})\p{L}/u.test(text) || question.test(bare.replace(opening, ""));

/** Without repetitions: "stooop stop" is "stop". */
const plainOf = (spelled: string): string =>
  spelled.replace(/([a-z])\1{2,}/g, "$1").replace(/^(\w+)( \1)+$/, "$1");

/** Small letters without accents, digits and single spaces: "STOOOP, stop !" is "stooop stop", "S.T.O.P" is "stop". */
const spelledOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replace(/^[a-z](?: [a-z]){3,}$/, (letters) => letters.replaceAll(" ", ""));

/** The command of a message without words: a thumb at the end of a Greek sentence, or of a question, is no consent. */
function emojiCommand(text: string): Command | null {
  if (/[\p{L}?？؟]/u.test(text)) return null;
  const emoji = text.replace(/\P{Extended_Pictographic}/gu, "");
  return emojiMessages.find(([pattern]) => pattern.test(emoji))?.[1] ?? null;
}

/** "PLUS 3", "more on 3", "la 3", "story 3", "n° 3" or "3". */
const storyNumber =
  /^(?:(?:plus|(?:tell me )?more|encore) ?(?:sur |on |about )?)?(?:(?:le|la|l|the) )?(?:(?:sujet|info|story|news) ?)?(?:(?:numero|number|no|n) ?)?([1-9]\d?)$/;

/** Id of the delivery whose Listen button was tapped, or null for another payload. */
export const tappedDelivery = (payload: string): string | null =>
  /^LISTEN:([\w-]{1,64})$/.exec(payload)?.[1] ?? null;

export const listenPayload = (deliveryId: string): string => `LISTEN:${deliveryId}`;
