/** A command that a person sends as a keyword. */
export type Command =
  | { name: "start"; code?: string }
  /** `days` is null when it is missing or out of range: the reply then explains PAUSE. */
  | { name: "pause"; days: number | null }
  | { name: "stop" | "menu" | "help" | "more" | "listen" };

const words = new Map<string, Command>([
  ["start", { name: "start" }],
  ["reprendre", { name: "start" }],
  ["resume", { name: "start" }],
  ["stop", { name: "stop" }],
  ["arret", { name: "stop" }],
  ["arrete", { name: "stop" }],
  ["arreter", { name: "stop" }],
  ["arretez", { name: "stop" }],
  ["unsubscribe", { name: "stop" }],
  ["menu", { name: "menu" }],
  ["aide", { name: "help" }],
  ["help", { name: "help" }],
  ["encore", { name: "more" }],
  ["more", { name: "more" }],
  ["ecouter", { name: "listen" }],
  ["listen", { name: "listen" }],
]);

const longestPauseDays = 90;
const unitDays = new Map([
  ...["", "j", "jour", "jours", "d", "day", "days"].map((unit) => [unit, 1] as const),
  ...["semaine", "semaines", "week", "weeks"].map((unit) => [unit, 7] as const),
]);

/** Polite words after a keyword are ignored. Not in "Encore merci", which only says thank you. */
const courtesy =
  /(?<!^encore(?= merci)) (?:svp|stp|s il (?:vous|te) plait|please|merci|thanks|thank you)$/;

/**
 * Reads the command of a message. Case, accents, punctuation, emoji and repetition do not matter. START may
 * carry a code of the site, PAUSE a number of days. A longer message is a sentence and no command.
 */
export function commandOf(text: string): Command | null {
  const plain = text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replace(courtesy, "")
    .replace(/^(\w+)( \1)+$/, "$1");
  const code = /^start ([a-z0-9]{4,12})$/.exec(plain)?.[1];
  if (code !== undefined) return { name: "start", code: code.toUpperCase() };
  if (/^pause(?![a-z])/.test(plain)) return { name: "pause", days: pauseDays(plain) };
  return words.get(plain) ?? null;
}

function pauseDays(plain: string): number | null {
  const [, number = "", unit = ""] = /^pause ?(\d{1,4}) ?([a-z]*)$/.exec(plain) ?? [];
  const days = Number(number) * (unitDays.get(unit) ?? 0);
  return days >= 1 && days <= longestPauseDays ? days : null;
}

/** Id of the delivery whose Listen button was tapped, or null for another payload. */
export const tappedDelivery = (payload: string): string | null =>
  /^LISTEN:([\w-]{1,64})$/.exec(payload)?.[1] ?? null;

export const listenPayload = (deliveryId: string): string => `LISTEN:${deliveryId}`;
