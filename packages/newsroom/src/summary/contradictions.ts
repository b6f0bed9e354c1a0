import type { Language } from "@matinale/contracts";
import { storyWords } from "../clustering/story-words.ts";
import { inDigits } from "../text/number-words.ts";
import { sentences } from "../text/sentences.ts";
import { plainlyFolded } from "../text/words.ts";
import { tollOf, type Toll } from "./tolls.ts";

/** "Arsenal beat Leeds": the words of the two names, and the verb between them. */
type Action = { subject: readonly string[]; verb: string; object: readonly string[] };

/** What an article counts, from what to what it says a number changed, who did what to whom, and what was not or may not be so. */
export type Statements = {
  /** For each number, the words after each mention of it. None when the noun is left out: "5 of them". */
  units: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** "4>3.75" */
  changes: ReadonlySet<string>;
  actions: readonly Action[];
  deeds: readonly Deed[];
  /** Verbs and nouns after a negation, and all words that follow none. */
  negated: ReadonlySet<string>;
  affirmed: ReadonlySet<string>;
  /** The words of sentences without any negative word. */
  plain: ReadonlySet<string>;
  /** Verbs of what may be so, and all words that follow no such mark. */
  hedged: ReadonlySet<string>;
  certain: ReadonlySet<string>;
  /** Whether anything rises, and whether anything falls. */
  directions: readonly [boolean, boolean];
  toll: Toll;
  /** The beginnings of its words of crimes and convictions: of all, and of those that it tells as facts. */
  verdicts: ReadonlySet<string>;
  proven: ReadonlySet<string>;
};

/** A number that is no percentage, and the words after it until another number or the end of the clause. */
const counted = /(?<![\d.])(\d+(?:\.\d+)?)(?!\.?\d)(?!\s?%)([^\d.,;:()«»“”"!?]*)/gu;
const year = /^(?:19|20)\d\d$/u;
/** People are dead or missing: the word after them says what is counted. */
const people = /^(?:people|person|personn|habitant|resident)$/u;
const withoutNoun =
  /^\s?(?:of (?:them|which|whom)|at|by|from|in|on|since|au|aux|d[’']entre|dans|depuis|en|par|sur|à)(?!\p{L})/u;

function unitsIn(text: string, language: Language): (readonly [string, readonly string[]])[] {
  return [...inDigits(text, language).matchAll(counted)]
    .filter(([, number = ""]) => !year.test(number))
    .map(([, number = "", after = ""]) => {
      const words = withoutNoun.test(after) ? [] : storyWords(after, language);
      return [number, words.filter((word) => !people.test(word)).slice(0, 2)] as const;
    });
}

/** "From 4% to 3.75%", "to 3.75% from 4%", « à 3,75 %, contre 4 % ». */
const changed =
  /(\d+(?:\.\d+)?)[^\d.,;]{0,20}\s(?:to|à)\s[£$€]?(\d+(?:\.\d+)?)|\s(?:to|à)\s[£$€]?(\d+(?:\.\d+)?)[^.;]{0,40}?\s(?:from|contre)\s[£$€]?(\d+(?:\.\d+)?)/gu;
const changesIn = (text: string, language: Language): (readonly [string, string])[] =>
  [...inDigits(text, language).matchAll(changed)].map(
    ([, from = "", to = "", lateTo, lateFrom]) => [lateFrom ?? from, lateTo ?? to] as const,
  );

/** Without the endings of French verbs, which the stems of stories keep. */
const verbsIn = (text: string, language: Language): string[] =>
  storyWords(text, language).map((word) =>
    language === "fr" ? word.replace(/(?<=...)(?:er|ent|aient|ait|ant)$/u, "") : word,
  );

const name = String.raw`(\p{Lu}[\p{L}\d’'-]*(?: \p{Lu}[\p{L}\d’'-]*)*)`;
/** "Arsenal beat Leeds", « le PSG a battu l’OM » */
const action = new RegExp(
  String.raw`${name} (?:(?:a|ont|avait|has|have|had) )?(\p{Ll}+) (?:l[’']|(?:la|les?|the) )?${name}`,
  "gu",
);
const actionsIn = (text: string, language: Language): Action[] =>
  [...text.matchAll(action)].flatMap(([, subject = "", verb = "", object = ""]) =>
    verbsIn(verb, language).map((stem) => ({
      subject: storyWords(subject, language),
      verb: stem,
      object: storyWords(object, language),
    })),
  );
/** "Anne Carter resigned", « la CGT appelle »: a name that no preposition makes a part of another one, and its verb. */
const deed = new RegExp(
  String.raw`(?<!\p{Lu}[\p{L}’'-]*\s|(?<!\p{L})(?:against|and|at|by|de|des|du|en|et|for|from|in|near|of|on|over|to|with|à|aux?|avec|chez|contre|dans|par|pour|sur)\s(?:l[ae]s?\s|the\s|l[’'])?|[dD][’'])${name} (?:(?:a|ont|avait|has|have|had) )?(\p{Ll}{4,})(?!\p{L})`,
  "gu",
);
type Deed = Pick<Action, "subject" | "verb">;
const deedsIn = (text: string, language: Language): Deed[] =>
  [...text.matchAll(deed)]
    // the first word of a sentence alone may be no name
    .filter(({ index, 1: subject = "" }) => index > 0 || /\s|\p{Lu}{2}/u.test(subject))
    .flatMap(([, subject = "", verb = ""]) =>
      verbsIn(verb, language).map((stem) => ({
        subject: storyWords(subject, language),
        verb: stem,
      })),
    );

/** « bat » and « battu », "beat" and "beaten". */
const isSameVerb = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) > 2 && (one.startsWith(other) || other.startsWith(one)));
const hasVerb = (verbs: ReadonlySet<string>, verb: string): boolean =>
  verbs.has(verb) || [...verbs].some((each) => isSameVerb(each, verb));
const sharesWord = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((word) => other.includes(word));

/** The verb or noun after a negation: « n’a pas demandé », "did not ask", "no injuries". « Ne … que » is none, and neither is "not only". */
const negation: Record<Language, RegExp> = {
  fr: /(?<!\p{L})n(?:e\s|[’'])(?:(?:les?|la|lui|leur|en|y|se)\s|[ls][’'])?(\p{L}+)(?!\p{L}|\sque\s|\squ[’'])(?:\s(?:pas|plus|jamais|rien|encore|\p{L}+ment))*(?:\s(?:de\s|d[’'])?(\p{L}+))?/giu,
  en: /(?:(?<!\p{L})(?:not|never|no|cannot)|n[’']t)\s(?!only)(?:(?:be|been|being|yet|have|longer|\p{L}+ly)\s)*(\p{L}+)()/giu,
};
/** Words that make a sentence negative in another way, so that "refused to ask" may stand for "did not ask". */
const negative: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:n[e’']|aucun|contest|dém[ei]n|écart|exclu|jamais|ni(?!\p{L})|ni(?:e|er|ent)(?!\p{L})|non(?!\p{L})|pas(?!\p{L})|refus|rejet|renonc|rien|sans(?!\p{L}))/iu,
  en: /(?<!\p{L})(?:cannot|declin|den[iy]|fail|neither|never|no(?:body|ne|r|t|thing)?(?!\p{L})|refus|reject|rule[sd]? out|unable|without)|n[’']t(?!\p{L})/iu,
};
/** The verbs and nouns after each mark of a kind: a negation or a hedge. */
const markedIn = (text: string, marks: Record<Language, RegExp>, language: Language): string[] =>
  [...text.matchAll(marks[language])].flatMap(([, verb = "", participle = ""]) => {
    const verbs = verbsIn(verb, language);
    return verbs.length > 0 ? verbs : verbsIn(participle, language);
  });

/** The word of what may be so, or is not there: « aurait détourné », "may raise", "without agreement". A charge is often told so. */
const hedge: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:(?:aur|devr|pourr|ser)ai(?:t|ent)\s(?:(?:avoir|été|être|\p{L}+ment)\s)*|refus\p{L}+\s(?:de\s|d[’'])|sans\s(?:aucune?\s)?)(\p{L}+)/giu,
  en: /(?<!\p{L})(?:(?:allegedly|could|may|might|reportedly)\s(?:(?:be|been|have|\p{L}+ly)\s)*|(?:declin|fail|refus)\p{L}+\sto\s|without\s(?:any?\s|a\s)?)(\p{L}+)/giu,
};
/** Words that leave open whether something is so. */
const open: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:\p{L}+rai(?:t|ent)(?!\p{L})|accus|aucun|doute|envisag|espèr|éventu|mena[cç]|pas(?!\p{L})|possib|présum|prévo|probab|refus|sans|selon|sembl|soupçon|suspect)/iu,
  en: /(?<!\p{L})(?:accord|accus|alleg|appear|believ|claim|consider|could|declin|expect|fail|fear|if(?!\p{L})|likely|los[et]|may|might|no(?:t|ne)?(?!\p{L})|plan|possib|refus|report|seem|suggest|suspect|threat|without|would)|n[’']t(?!\p{L})/iu,
};
const directions: Record<Language, readonly [RegExp, RegExp]> = {
  fr: [
    /(?<!\p{L})(?:accél|augment|bondi|grimp|hausse|progress|remont)/iu,
    /(?<!\p{L})(?:baiss|chut|dimin|fléchi|plong|ralenti|recul|repli)/iu,
  ],
  en: [
    /(?<!\p{L})(?:climb|gain|gr[eo]w|increas|jump|ris(?:e|es|en|ing)(?!\p{L})|rose|soar|surg)/iu,
    /(?<!\p{L})(?:declin|decreas|drop|eas(?:e|ed|es|ing)(?!\p{L})|f[ae]ll|s[ai]nk|slid|slip|slow|slump)/iu,
  ],
};
const directionsIn = (text: string, language: Language): [boolean, boolean] => {
  const [up, down] = directions[language];
  return [up.test(text), down.test(text)];
};
const convicted: Record<Language, string> = { fr: "condamn|coupable", en: "convict|guilt" };
/** Crimes and convictions: who is charged with one would be told to have done it, to have done another, or to be convicted. */
const verdict: Record<Language, RegExp> = {
  fr: new RegExp(
    String.raw`(?<!\p{L})(?:${convicted.fr}|agress|assassin|blanchi|corromp|corrup|détourn|escro|extor|fraud|harcel|harcèl|meurtr|tortur|viol(?:s?(?!\p{L})|é|eur)|vol(?:é|eur))`,
    "giu",
  ),
  en: new RegExp(
    String.raw`(?<!\p{L})(?:${convicted.en}|abus|assault|blackmail|brib|corrupt|embezzl|extort|fraud|harass|launder|murder|rap(?:ed?|ing|ist)(?!\p{L})|stabb|steal|stole|theft|thief|tortur|traffick)`,
    "giu",
  ),
};
/** A sentence of charges: it tells no crime as a fact. */
const charged: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:accus|enquêt|inculp|(?:en|l[’'])\s?examen|plainte|poursuiv|présum|procès|soupçon|suspect)/iu,
  en: /(?<!\p{L})(?:accus|alleg|charg|claim|den(?:y|ie)|indict|inquiry|investigat|plead|suspect|trial)/iu,
};
const verdictsIn = (text: string, language: Language): string[] =>
  text.match(verdict[language])?.map((word) => plainlyFolded(word).slice(0, 4)) ?? [];
/** The crimes that a text tells as facts, and its convictions. */
const provenIn = (all: readonly string[], language: Language): string[] =>
  all.flatMap((sentence) =>
    verdictsIn(sentence, language).filter(
      (word) => !charged[language].test(sentence) || convicted[language].includes(word),
    ),
  );

/** What an article states, for `contradicts`. @param texts  its headline and its summary */
export function statementsOf(texts: readonly string[], language: Language): Statements {
  const all = texts.flatMap((text) => sentences(text, language));
  const units = Map.groupBy(
    all.flatMap((sentence) => unitsIn(sentence, language)),
    ([number]) => number,
  );
  const plain = all.filter((sentence) => !negative[language].test(sentence));
  const text = texts.join(" ");
  return {
    units: new Map([...units].map(([number, each]) => [number, each.map(([, words]) => words)])),
    changes: new Set(
      all.flatMap((sentence) => changesIn(sentence, language)).map((each) => each.join(">")),
    ),
    actions: all.flatMap((sentence) => actionsIn(sentence, language)),
    deeds: all.flatMap((sentence) => deedsIn(sentence, language)),
    negated: new Set(markedIn(text, negation, language)),
    affirmed: new Set(verbsIn(text.replace(negation[language], " "), language)),
    hedged: new Set(markedIn(text, hedge, language)),
    certain: new Set(verbsIn(text.replace(hedge[language], " "), language)),
    directions: directionsIn(text, language),
    toll: tollOf({ title: text, summary: "" }, language),
    verdicts: new Set(verdictsIn(text, language)),
    proven: new Set(provenIn(all, language)),
    plain: new Set(plain.flatMap((sentence) => verbsIn(sentence, language))),
  };
}

/**
 * Whether a sentence turns round what its article states, with the article's own numbers and words: it swaps what two
 * numbers count, from what to what a number changed, or who did something to whom, leaves out or adds a negation, tells as a
 * fact what may be so, tells a rise for a fall or a higher toll, or tells a crime or a conviction that the article
 * does not, or as a fact what it tells as a charge.
 */
export function contradicts(sentence: string, article: Statements, language: Language): boolean {
  const mentions = [...article.units.values()].flat();
  const isSwapped = unitsIn(sentence, language).some(
    ([number, [word]]) =>
      word !== undefined &&
      article.units.get(number)?.every((each) => each.length > 0 && !each.includes(word)) ===
        true &&
      mentions.some((each) => each.includes(word)),
  );
  const isReversed = changesIn(sentence, language).some(
    ([from, to]) =>
      from !== to && article.changes.has(`${to}>${from}`) && !article.changes.has(`${from}>${to}`),
  );
  const isInverted = actionsIn(sentence, language).some(({ subject, verb, object }) => {
    const same = article.actions.filter((each) => isSameVerb(each.verb, verb));
    return (
      same.some((each) => sharesWord(each.subject, object) && sharesWord(each.object, subject)) &&
      !same.some((each) => sharesWord(each.subject, subject) && sharesWord(each.object, object))
    );
  });
  const isOfOther = deedsIn(sentence, language).some(({ subject, verb }) => {
    const same = article.deeds.filter((each) => isSameVerb(each.verb, verb));
    return (
      same.length > 0 &&
      same.every((each) => !sharesWord(each.subject, subject)) &&
      subject.some((word) => article.certain.has(word))
    );
  });
  const verbs = verbsIn(sentence, language);
  const losesNegation =
    !negative[language].test(sentence) &&
    verbs.some((verb) => article.negated.has(verb) && !article.affirmed.has(verb));
  const addsNegation = markedIn(sentence, negation, language).some(
    (verb) => article.plain.has(verb) && !article.negated.has(verb),
  );
  const losesHedge =
    !open[language].test(sentence) &&
    verbs.some((verb) => hasVerb(article.hedged, verb) && !hasVerb(article.certain, verb));
  const [rises, falls] = directionsIn(sentence, language);
  const [mayRise, mayFall] = article.directions;
  const isTurned =
    (rises && !falls && !mayRise && mayFall) || (falls && !rises && mayRise && !mayFall);
  const toll = Object.entries(tollOf({ title: sentence, summary: "" }, language));
  const isHigher = toll.some(
    ([kind, count]) => count > (article.toll[kind as keyof Toll] ?? count),
  );
  const isGraver =
    verdictsIn(sentence, language).some((word) => !article.verdicts.has(word)) ||
    provenIn([sentence], language).some((word) => !article.proven.has(word));
  return (
    isSwapped ||
    isReversed ||
    isInverted ||
    isOfOther ||
    losesNegation ||
    addsNegation ||
    losesHedge ||
    isTurned ||
    isHigher ||
    isGraver
  );
}
