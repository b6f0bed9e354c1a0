import type { Language } from "@matinale/contracts";
import { weekdays } from "./calendar.ts";
import { isTitleCase } from "./headline-case.ts";

/** A word that means another day tomorrow, and the words that mean the same day for a week. */
type Rule = readonly [
  pattern: RegExp,
  words: (day: (days: number) => string, hour: () => number, part: string | undefined) => string,
];

/** "d’hier", "qu’hier", "lorsqu’hier", "puisqu’hier": no name of a day begins with a vowel. */
const elided = String.raw`(?:(?<elided>d|(?:lors|puis)?qu)[’'])?`;
/** "yesterday’s", "this morning’s", "tonight’s". */
const genitive = String.raw`(?<genitive>[’']s)?`;
/** @param source  a pattern with at most one group, named `part` */
const rule = (source: string, words: Rule[1]): Rule => [
  new RegExp(String.raw`(?<![\p{L}’'-])${elided}(?:${source})${genitive}(?![\p{L}’'-])`, "giu"),
  words,
];

/** Up to five days: before, the name of a day would be the one of the week after. */
const counted = new Map(
  Object.entries({ deux: 2, trois: 3, quatre: 4, cinq: 5, two: 2, three: 3, four: 4, five: 5 }),
);
const daysOf = (count: string): number => counted.get(count.toLowerCase()) ?? Number(count);
const counts = [...counted.keys(), "[2-5]"].join("|");

const rules: Record<Language, readonly Rule[]> = {
  fr: [
    rule("avant-hier", (day) => day(-2)),
    rule(`il y a (?<part>${counts}) jours`, (day, _, count = "") => day(-daysOf(count))),
    rule("la nuit dernière", (day) => `dans la nuit de ${day(-1)} à ${day(0)}`),
    rule(
      "hier(?<part> matin| midi| après-midi| soir)?",
      (day, _, part = "") => `${day(-1)}${part}`,
    ),
    rule("après-demain", (day) => day(2)),
    rule(
      "demain(?<part> matin| midi| après-midi| soir)?",
      (day, _, part = "") => `${day(1)}${part}`,
    ),
    rule(
      "(?:ce|cet|cette) (?<part>matin|midi|après-midi|soir)",
      (day, _, part) => `${day(0)} ${part}`,
    ),
    rule("cette nuit", (day, hour) =>
      hour() < 12
        ? `dans la nuit de ${day(-1)} à ${day(0)}`
        : `dans la nuit de ${day(0)} à ${day(1)}`,
    ),
    rule("aujourd[’']hui", (day) => day(0)),
  ],
  en: [
    rule(`(?<part>${counts}) days ago`, (day, _, count = "") => `on ${day(-daysOf(count))}`),
    rule("earlier today|later today", (day) => `on ${day(0)}`),
    rule("the day before yesterday", (day) => `on ${day(-2)}`),
    rule(
      "yesterday(?<part> morning| afternoon| evening)?",
      (day, _, part = "") => `on ${day(-1)}${part}`,
    ),
    // "on the last night of the race"
    rule("(?<!(?:the|its|his|her|their|[’']s) )last night", (day) => `on ${day(-1)} night`),
    rule("this (?<part>morning|afternoon|evening)", (day, _, part) => `on ${day(0)} ${part}`),
    rule("tonight", (day) => `on ${day(0)} night`),
    rule(
      "tomorrow(?<part> morning| afternoon| evening| night)?",
      (day, _, part = "") => `on ${day(1)}${part}`,
    ),
    rule("today", (day) => `on ${day(0)}`),
  ],
};

/** Before « de demain », words of a day or of an event that has one: « la journée de demain », « la grève de demain ». */
const datedBefore =
  "partir|compter|dater|matin|matinée|journée|soirée|nuit|celui|celle|audience|concert|conseil|débat|élection|épreuve|étape|finale|grève|manifestation|match|mobilisation|rencontre|rendez-vous|réunion|scrutin|séance|sommet|vote";
const inAnySense = (...senses: string[]) => new RegExp(senses.join("|"), "gu");
/**
 * "Today", "yesterday" and "tomorrow" in their other sense, which no day replaces: "la France d’aujourd’hui", "les ennemis
 * d’hier", "l’école de demain", "in today’s world", "USA Today".
 */
const otherSense: Record<Language, RegExp> = {
  fr: inAnySense(
    "Aujourd[’']hui en France|pense à demain|[dD][’']hier (?:et|ou|à|comme) (?:d[’'])?aujourd[’']hui",
    "(?<!(?:partir|compter|dater) )[dD][’']aujourd[’']hui",
    // a speaker nearly always means nowadays: « Aujourd’hui, on manque de juges »
    '(?<=[«“"][^«»“”"]*)[aA]ujourd[’\']hui(?=[^«»“”"]*[»”"])',
    "(?:[Ee]ncore|[Tt]oujours|compte(?:nt)?|emploie(?:nt)?|représente(?:nt)?) aujourd[’']hui",
    // "contre 1,7 % aujourd’hui", "il est de 1,7 % aujourd’hui": now, on the day of the digest too
    String.raw`(?:contre|au lieu de|est de|est à|vaut|coûte) \d[\d\s.,]*(?:[%€$]|(?:milli(?:on|ard)s? d[’'e] ?)?euros?|ans|heures) aujourd[’']hui`,
    String.raw`[Aa]ujourd[’']hui (?:âgé|connu|dirigé|disparu|retraité)e?s?(?!\p{L})`,
    "(?:mondes?|métiers?|héros|gloires?|stars?|vedettes?|idoles?|ennemis?|alliés?|adversaires?) d[’']hier(?! (?:matin|midi|après-midi|soir))",
    String.raw`(?<=[\p{L}»”] )(?<!(?<!\p{L})(?:${datedBefore})s? )de demain(?! (?:matin|midi|après-midi|soir|à|aux?)(?!\p{L}))`,
  ),
  en: inAnySense(
    "USA Today|(?:Today|Tonight|This Morning) (?:[Pp]rogramme|[Ss]how)|[Hh]ere today",
    String.raw`(?:compared (?:with|to)|against|than|costs|stands at) [£$€]?\d[\d,.]*(?: ?(?:%|\p{Ll}{1,2}|per cent|million|billion))? today`,
    "[Tt]oday[’']s (?:world|society|age|standards|money|climate|environment|high street|workplace)|[Tt]oday,? aged",
    String.raw`(?<=[Ss]till (?:\p{L}+ ){1,3})today`,
    // "why the treaty matters today"
    String.raw`(?<=(?:do(?:es)?|lives? on|matters?|relevant|remains? (?:common|important|popular|visible)) )today(?=[.”"’']*$)`,
    "[Tt]omorrow[’']s (?:champions?|cit(?:y|ies)|generations?|jobs?|leaders?|schools?|stars?|technolog(?:y|ies)|workforce|world)",
    "(?<!(?:[Aa]s|[Mm]ost|[Mm]uch|all|course|end|part|rest|start) )of (?:today|tomorrow(?! (?:morning|afternoon|evening|night)))",
  ),
};
/** A quotation that begins with a capital and has neither punctuation nor a personal pronoun. */
const quoted = String.raw`[«“"]\s?(?![^»”"]*(?<!\p{L})(?:[Jj]e|[Jj][’']|[Tt]u|[Ii]ls?|[Ee]lles?|[Oo]n|[Nn]ous|[Vv]ous|I|[Ww]e|[Yy]ou|[Ss]?[Hh]e|[Tt]hey|[Ii]t)(?!\p{Ll}))(?=\p{Lu})[^«»“”".,:!?…]*[»”"]`;
/**
 * The title of a work: such a quotation inside a clause, as in "chez Zweig, dans « Le Monde d’hier »". Speech follows a
 * colon or a comma, or has one behind it: « Demain, la paix », promet-il.
 */
const title = new RegExp(`(?<=\\p{L} ?)${quoted}|(?<=^|[:.…] )${quoted}(?= \\p{L})`, "gu");
/** What may stand before the first word of a sentence: nothing, a quotation mark, the label of a headline. */
const opensSentence = /(?:^|[.!?:…–—]\s+)[«“‘"'(\s]*$/u;

/** "on Saturday" after a preposition: "by today", "since yesterday", "until tomorrow", "from Monday". */
const doubled =
  /(?<![\p{L}])(by|since|until|till|from|before|after|for|to|of|on) on (?=\p{Lu}\p{Ll}+day)/giu;

/** "Today is polling day": the day is the subject. */
const asSubject = /(?<=^|[.!?:–] )On (?=\p{Lu}\p{Ll}+day (?:is|marks|was|will)(?!\p{L}))/gu;

/** The words for a day after an elided word, or as a genitive: "de samedi", "Saturday’s". */
function inPlace(words: string, groups: RegExpMatchArray["groups"]): string {
  const before = groups?.["elided"];
  if (before !== undefined) return `${before}e ${words}`;
  return groups?.["genitive"] === undefined ? words : `${words.replace(/^on /u, "")}’s`;
}

/**
 * A sentence in which "yesterday", "ce matin" or "tomorrow" has become the name of its day. A digest is heard hours or a
 * day after the article was written, and then these words are wrong. With a capital inside a sentence they are a name,
 * such as that of a programme, unless the sentence is a headline in Title Case.
 *
 * @param publishedAt  when the article was published
 * @param timeZone     the zone in which it was written: its "tonight" is the night there
 */
export function withWeekdays(
  sentence: string,
  language: Language,
  publishedAt: Date,
  timeZone: string,
): string {
  // Swedish writes dates and times as ISO does
  const local = () => publishedAt.toLocaleString("sv-SE", { timeZone });
  const hour = () => Number(local().slice(11, 13));
  const day = (days: number) => {
    // 0 is Sunday
    const today = new Date(local().slice(0, 10)).getUTCDay();
    return weekdays[language][(today + 6 + days) % 7] ?? "";
  };
  const named = rules[language].reduce((text, [pattern, words]) => {
    const others = [otherSense[language], title].flatMap((each) => [...text.matchAll(each)]);
    const isInTitleCase = isTitleCase(text);
    let written = "";
    let end = 0;
    for (const { 0: found, index: at, groups } of text.matchAll(pattern)) {
      const isOther = others.some(
        ({ 0: other, index }) => index < at + found.length && at < index + other.length,
      );
      const hasCapital = /^\p{Lu}/u.test(found);
      // "ITV’s This Morning"
      const isName = hasCapital && !isInTitleCase && !opensSentence.test(text.slice(0, at));
      if (isOther || isName) continue;
      const spoken = inPlace(words(day, hour, groups?.["part"]), groups);
      written += text.slice(end, at);
      written += hasCapital ? spoken.charAt(0).toUpperCase() + spoken.slice(1) : spoken;
      end = at + found.length;
    }
    return written + text.slice(end);
  }, sentence);
  return named.replace(doubled, "$1 ").replace(asSubject, "");
}
