import type { Language } from "@matinale/contracts";
import { storyWords } from "../clustering/story-words.ts";
import { inDigits } from "../text/number-words.ts";
import { sentences } from "../text/sentences.ts";

/** "Arsenal beat Leeds": the words of the two names, and the verb between them. */
type Action = { subject: readonly string[]; verb: string; object: readonly string[] };

/** What an article counts, from what to what it says a number changed, who did what to whom, and what was not done. */
export type Statements = {
  /** For each number, the words after each mention of it. None when the noun is left out: "5 of them". */
  units: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** "4>3.75" */
  changes: ReadonlySet<string>;
  actions: readonly Action[];
  /** Verbs and nouns after a negation, and all words that follow none. */
  negated: ReadonlySet<string>;
  affirmed: ReadonlySet<string>;
  /** The words of sentences without any negative word. */
  plain: ReadonlySet<string>;
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
  /(\d+(?:\.\d+)?)[^\d.,;]{0,20}\s(?:to|à)\s[£$€]?(\d+(?:\.\d+)?)|\s(?:to|à)\s[£$€]?(\d+(?:\.\d+)?)[^\d.;]{0,20}\s(?:from|contre)\s[£$€]?(\d+(?:\.\d+)?)/gu;
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
const negatedIn = (text: string, language: Language): string[] =>
  [...text.matchAll(negation[language])].flatMap(([, verb = "", participle = ""]) => {
    const verbs = verbsIn(verb, language);
    return verbs.length > 0 ? verbs : verbsIn(participle, language);
  });

/** What an article states, for `contradicts`. @param texts  its headline and its summary */
export function statementsOf(texts: readonly string[], language: Language): Statements {
  const all = texts.flatMap((text) => sentences(text, language));
  const units = Map.groupBy(
    all.flatMap((sentence) => unitsIn(sentence, language)),
    ([number]) => number,
  );
  const plain = all.filter((sentence) => !negative[language].test(sentence));
  return {
    units: new Map([...units].map(([number, each]) => [number, each.map(([, words]) => words)])),
    changes: new Set(
      all.flatMap((sentence) => changesIn(sentence, language)).map((each) => each.join(">")),
    ),
    actions: all.flatMap((sentence) => actionsIn(sentence, language)),
    negated: new Set(all.flatMap((sentence) => negatedIn(sentence, language))),
    affirmed: new Set(
      all.flatMap((sentence) => verbsIn(sentence.replace(negation[language], " "), language)),
    ),
    plain: new Set(plain.flatMap((sentence) => verbsIn(sentence, language))),
  };
}

/**
 * Whether a sentence turns round what its article states, with the article's own numbers and words: it swaps what two
 * numbers count, from what to what a number changed, or who did something to whom, or leaves out or adds a negation.
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
    const same = article.actions.filter((each) => each.verb === verb);
    return (
      same.some((each) => sharesWord(each.subject, object) && sharesWord(each.object, subject)) &&
      !same.some((each) => sharesWord(each.subject, subject) && sharesWord(each.object, object))
    );
  });
  const losesNegation =
    !negative[language].test(sentence) &&
    verbsIn(sentence, language).some(
      (verb) => article.negated.has(verb) && !article.affirmed.has(verb),
    );
  const addsNegation = negatedIn(sentence, language).some(
    (verb) => article.plain.has(verb) && !article.negated.has(verb),
  );
  return isSwapped || isReversed || isInverted || losesNegation || addsNegation;
}
