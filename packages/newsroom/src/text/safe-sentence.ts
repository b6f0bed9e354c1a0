import type { Language } from "@matinale/contracts";
import { frenchOrder } from "./words.ts";

/** "~70 km" and "#1" are none. */
const markup = /[<>{}[\]|\\^*_`=]|~(?! ?\d)|#(?!\d)|\n/u;
/** Web addresses, e-mail addresses and handles: a digest links only to its source articles. */
const address = /:\/\/|\bwww\.|\S@\S|(?:^|\s)@\w|[\p{L}\d]\.(?=\p{L}{2})(?!\p{Lu}\.)/iu;
/** Amounts such as "12 000 000", which are no telephone numbers. A group of digits before or after one makes it a number to call. */
const amount = /(?<![\d+]|\d[\s.,])[1-9]\d{0,2}(?:[\s.,]\d{3})+(?:[.,]\d{1,2})?(?![\s.,]?\d)/gu;
const date = /(?<!\d)\d{1,2}([./-])\d{1,2}\1\d{4}(?!\d)/gu;
/** "2028-2034", and results such as "31-28" and "6-4 3-6 7-6(4)": alone, because a number to call may have hyphens too. */
const pairs =
  /(?<!\d[\s.-]?)(?:(?:19|20)\d\d[-–](?:19|20)\d\d|\d{1,2}[-–]\d{1,2}|[0-7][-–][0-7](?:\s?\(\d{1,2}\))?(?:\s[0-7][-–][0-7](?:\s?\(\d{1,2}\))?)+)(?![\s.-]?\d)/gu;
/** A release of a browser, "142.0.7444.175", and the number of a security hole. */
const release = /(?<![\d.])\d{2,3}\.0\.\d{4}\.\d{2,3}(?![\d.])|(?<!\p{L})CVE-\d{4}-\d{4,5}(?!\d)/gu;
/** Telephone, account and card numbers: eight digits or more in a row, with or without spaces. */
const dialled = /\d(?:[\s\u00A0\u202F().-]?\d){7,}/u;
/** Keys, wallets, account numbers: 16 or more letters and digits mixed. */
const token = /\b(?=[\p{L}\d]*\d)(?=[\p{L}\d]*\p{L})[\p{L}\d]{16,}\b/u;

/** Not « la matinale de France Inter ». */
const ownName = /(?<![\p{L}-])(?:Matinale|MATINALE)(?!\p{L})/u;
/** Phrases that address the listener, or speak as a language model: a digest only informs. */
const appeals: Record<Language, readonly RegExp[]> = {
  fr: [
    /(?<![\p{L}-])(?:vous|votre|vos|mot\sde\spasse|code\ssecret|iban|je\s(?:suis|ne\speux)|en\stant\squ[’'](?:ia|assistant)|(?:ces|mes|les|vos|nouvelles)\sinstructions|modèle\sde\slangage)(?!\p{L})/iu,
    frenchOrder,
    /^rendez-vous\s/iu,
    ownName,
  ],
  en: [
    /(?<!\p{L})(?:you|your|yours|password|passcode|iban|i\sam|i[’']m|i\scan(?:not|[’']t)|as\san\s(?:ai|assistant)|language\smodel|system\sprompt|(?:these|my|new|previous)\sinstructions)(?!\p{L})/iu,
    /^(?:please\s|now\s|just\s)?(?:click|call|text|send|wire|transfer|pay|buy|download|install|subscribe|sign|log|reply|visit|go|share|vote|follow|scan|ignore|remember|watch|read|listen|see|check|find|stay|enjoy|register|join|discover|get|catch)\s/iu,
    ownName,
  ],
};

/** Words that are a verb in an appeal and a noun in a report. */
const nouns =
  "Call|Catch|Check|Click|Download|Log|Pay|Register|Scan|Send|Share|Sign|Text|Transfer|Visit|Vote|Watch|Wire";
/** Words that follow only the verb: "Call the number", "Sign up". */
const objects =
  "an?|the|this|that|these|those|all|any|every|each|some|more|my|our|us|its?|them|me|him|her|his|their|in|on|up|out|off|back|now|here|today|tomorrow";
/** Words that begin another clause, or name who gets something: "Share photos and the prize is yours". */
const clauses =
  "and|or|but|to|with|if|when|before|after|until|as|while|that|which|who|where|because|so";
/** Words that a noun follows and no verb: "on selected sites". */
const beforeNouns = "an?|the|of|in|on|at|by|for|from";
/** Not "Visit selected stores": a participle directly after the first word describes what follows. */
const pastTense = String.raw`(?<!^\p{Lu}\p{Ll}+\s)\p{Ll}{2,}(?<!e)ed`;
const verbs =
  "is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|does|do|did" +
  "|began|rose|fell|grew|hit|sank|slid|broke|went|came|took|made|met|won|lost|said|says" +
  String.raw`|${pastTense}|(?<=[^’']s\s)(?:fall|rise|reach|begin|start|open|close|end|resume|remain|grow)`;
/** A noun that opens a report, because its verb follows: "Share prices in Paris fell", "Call centres will close". */
const openingNoun = new RegExp(
  String.raw`^(?:${nouns})(?=\s(?!(?:${objects})\s)(?:(?!(?:${clauses})\s)[^\s,;:]+\s){0,6}?(?<!\s(?:${beforeNouns})\s)(?:${verbs})(?!\p{L}))`,
  "u",
);

/** Whether a text has a number to call, an account or a key. */
export function hasNumberToCall(text: string): boolean {
  const unlisted = [amount, date, pairs, release].reduce(
    (rest, each) => rest.replace(each, ""),
    text,
  );
  return dialled.test(unlisted) || token.test(text);
}

/** Why a sentence must not be in a digest, even when its source article contains it; null when it may. */
export function harm(
  sentence: string,
  language: Language,
): "markup" | "address" | "number" | "appeal" | null {
  if (markup.test(sentence)) return "markup";
  if (address.test(sentence)) return "address";
  if (hasNumberToCall(sentence)) return "number";
  const addressed = sentence.replace(openingNoun, "");
  return appeals[language].some((appeal) => appeal.test(addressed)) ? "appeal" : null;
}
