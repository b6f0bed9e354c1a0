import type { Language } from "@matinale/contracts";

const markup = /[<>{}[\]|\\^~*_#`=]|\n/u;
/** Addresses of pages and of mail, handles: a digest links to its sources and to nothing else. */
const address = /:\/\/|\bwww\.|\S@\S|(?:^|\s)@\w|[\p{L}\d]\.(?=\p{L}{2})(?!\p{Lu}\.)/iu;
/** "12 000 000" is an amount. */
const amount = /(?<![\d+])[1-9]\d{0,2}(?:[\s\u00A0\u202F.,]\d{3})+(?!\d)/gu;
const date = /(?<!\d)\d{1,2}([./-])\d{1,2}\1\d{4}(?!\d)/gu;
/** Telephone, account and card numbers: eight digits or more in a row, however they are spaced. */
const dialled = /\d(?:[\s\u00A0\u202F().-]?\d){7,}/u;
/** Keys, wallets, account numbers: letters and digits mixed without end. */
const token = /\b(?=[\p{L}\d]*\d)(?=[\p{L}\d]*\p{L})[\p{L}\d]{16,}\b/u;

/** A digest informs: it never asks the listener for anything, and never mentions how it is made. */
const appeals: Record<Language, readonly RegExp[]> = {
  fr: [
    /(?<![\p{L}-])(?:vous|votre|vos|matinale|mot\sde\spasse|code\ssecret|iban|je\s(?:suis|ne\speux)|en\stant\squ[’'](?:ia|assistant)|(?:ces|mes|les|vos|nouvelles)\sinstructions|modèle\sde\slangage)(?!\p{L})/iu,
    /(?<!\p{L})(?:cliqu|appel|envoy|transfér|vir|vers|pay|achet|télécharg|install|abonn|inscriv|connect|répond|écriv|donn|partag|vot|suiv|scann|ignor|rappel|profit|découvr|retrouv|regard|écout|lis|consult|voy|jou|command|particip|téléphon|vérifi|choisiss|rejoign)ez(?!\p{L})/iu,
    /^rendez-vous\s/iu,
  ],
  en: [
    /(?<!\p{L})(?:you|your|yours|matinale|password|passcode|iban|i\sam|i[’']m|i\scan(?:not|[’']t)|as\san\s(?:ai|assistant)|language\smodel|system\sprompt|(?:these|my|new|previous)\sinstructions)(?!\p{L})/iu,
    /^(?:please\s|now\s|just\s)?(?:click|call|text|send|wire|transfer|pay|buy|download|install|subscribe|sign|log|reply|visit|go|share|vote|follow|scan|ignore|remember|watch|read|listen|see|check|find|stay|enjoy|register|join|discover|get|catch)\s/iu,
  ],
};

/** Why a sentence must not be in a digest, whatever its sources say, or null. */
export function harm(
  sentence: string,
  language: Language,
): "markup" | "address" | "number" | "appeal" | null {
  if (markup.test(sentence)) return "markup";
  if (address.test(sentence)) return "address";
  if (dialled.test(sentence.replace(amount, "").replace(date, "")) || token.test(sentence))
    return "number";
  return appeals[language].some((appeal) => appeal.test(sentence)) ? "appeal" : null;
}
