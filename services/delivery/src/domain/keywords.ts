export type Keyword = "start" | "stop";

const words = new Map<string, Keyword>([
  ["start", "start"],
  ["reprendre", "start"],
  ["stop", "stop"],
  ["arret", "stop"],
]);

/**
 * What a message from a phone asks for: START (also START-<code>) or REPRENDRE, STOP or ARRET, in any
 * case, with or without accents and punctuation. Anything longer is a sentence and no command.
 */
export function keywordOf(text: string): Keyword | null {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .trim()
    .toLowerCase()
    .replace(/[\s.!]+$/, "");
  if (/^start[- ]?[a-z0-9]{4,12}$/.test(plain)) return "start";
  return words.get(plain) ?? null;
}

/** The delivery whose Listen button was tapped. */
export const tappedDelivery = (payload: string): string | null =>
  /^LISTEN:([\w-]{1,64})$/.exec(payload)?.[1] ?? null;

export const listenPayload = (deliveryId: string): string => `LISTEN:${deliveryId}`;
