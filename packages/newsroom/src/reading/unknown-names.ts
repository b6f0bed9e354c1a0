import type { Language } from "@matinale/contracts";
import { months, weekdays } from "../text/calendar.ts";
import { isSentenceOpener } from "../text/claims.ts";
import { pronunciations } from "./pronunciations.ts";

/** A word with a capital inside a sentence, with more such words after it: "Ursula von der Leyen" gives two names. */
const name = /(?<=[\p{Ll}\d,;][ \u00A0])\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)*/gu;

/** English writes these with a capital, too. */
const calendarWords = [...weekdays.en, ...months.en];

export type NameCount = { name: string; texts: number };

/**
 * The names that most texts contain and that the pronunciation lexicon does not have, the most frequent first: a person
 * who listens to them decides which need an entry.
 *
 * @param limit  most names in the answer
 */
export function unknownNames(
  texts: readonly string[],
  language: Language,
  limit: number,
): NameCount[] {
  const known = new Set([...Object.keys(pronunciations[language]), ...calendarWords]);
  const isKnown = (found: string) =>
    found.split(" ").every((word) => known.has(word)) || known.has(found);
  const found = texts.flatMap((text) => [...new Set(text.replaceAll("'", "’").match(name) ?? [])]);
  const unknown = found.filter((each) => !isKnown(each) && !isSentenceOpener(each, language));
  return [...Map.groupBy(unknown, (each) => each)]
    .map(([each, all]) => ({ name: each, texts: all.length }))
    .toSorted((one, other) => other.texts - one.texts || one.name.localeCompare(other.name))
    .slice(0, limit);
}
