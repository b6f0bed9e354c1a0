import type { Language } from "@matinale/contracts";
import { storyWords } from "../clustering/story-words.ts";

/** "Arsenal beat Leeds": the words of the two names, and the verb between them. */
export type Action = { subject: readonly string[]; verb: string; object: readonly string[] };

/** Without the endings of French verbs, which the stems of stories keep. */
export const verbsIn = (text: string, language: Language): string[] =>
  storyWords(text, language).map((word) =>
    language === "fr" ? word.replace(/(?<=...)(?:er|ent|aient|ait|ant)$/u, "") : word,
  );

const name = String.raw`(\p{Lu}[\p{L}\d’'-]*(?: \p{Lu}[\p{L}\d’'-]*)*)`;
/** "Arsenal beat Leeds", « le PSG a battu l’OM » */
const action = new RegExp(
  String.raw`${name} (?:(?:a|ont|avait|has|have|had) )?(\p{Ll}+) (?:l[’']|(?:la|les?|the) )?${name}`,
  "gu",
);
export const actionsIn = (text: string, language: Language): Action[] =>
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
export type Deed = Pick<Action, "subject" | "verb">;
export const deedsIn = (text: string, language: Language): Deed[] =>
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
export const isSameVerb = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) > 2 && (one.startsWith(other) || other.startsWith(one)));
export const hasVerb = (verbs: ReadonlySet<string>, verb: string): boolean =>
  [...verbs].some((each) => isSameVerb(each, verb));
export const sharesWord = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((word) => other.includes(word));
