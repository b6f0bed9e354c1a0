import type { Language } from "@matinale/contracts";
import type { Source, Story } from "../news.ts";
import { inDigits } from "../text/number-words.ts";

/** People whom an event has affected so far. Reports of one event give higher numbers as it goes on. */
const kinds = ["killed", "injured", "arrested", "evacuated"] as const;
export type Toll = Partial<Record<(typeof kinds)[number], number>>;

/** A number or an article, but no length of time: "ten years after the attack" counts no people. */
const number: Record<Language, string> = {
  fr: String.raw`(?<![\p{L}\d.,])(\d+|une?)(?![\p{L}\d]| ?(?:ans?|années?|mois|semaines?|jours?|heures?|minutes?|secondes?)(?!\p{L}))`,
  en: String.raw`(?<![\p{L}\d.,])(\d+|an?|one)(?![\p{L}\d]|[-\s]*(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?)(?!\p{L}))`,
};
/** Up to three words between a number and what it counts, none of which begins another phrase: "12 people have been hurt". */
const counted: Record<Language, string> = {
  fr: String.raw`(?: (?!(?:à|après|au|aux|avant|contre|dans|de|depuis|des|dont|du|en|et|la|le|les|leurs?|lors|ou|par|pendant|pour|qui|sa|sans|ses|son|sur|mort|morts|tués|blessés)(?!\p{L}))[\p{L}-]+){0,3} `,
  en: String.raw`(?: (?!(?:after|and|as|at|before|by|dead|for|from|her|his|hurt|in|injured|its|killed|of|on|or|over|since|that|the|their|to|when|where|who|with|without|wounded)(?!\p{L}))[\p{L}-]+){0,3} `,
};
const nearly: Record<Language, string> = {
  fr: "(?:au moins |plus de |près de |environ |quelque )?",
  en: "(?:at least |more than |over |nearly |almost |about |around |up to )?",
};
/** A number before, or behind, words for one kind of toll. */
const toll = (language: Language, behind: string, before: string): RegExp[] => [
  new RegExp(`${number[language]}${counted[language]}(?:${behind})(?!\\p{L})`, "gu"),
  new RegExp(`(?<!\\p{L})(?:${before}) ${nearly[language]}${number[language]}`, "gu"),
];
const tolls: Record<Language, Record<keyof Toll, RegExp[]>> = {
  fr: {
    killed: toll(
      "fr",
      "morte?s?|tuée?s?|décès|décédée?s?|ont perdu la vie|ont péri",
      "tue|tuent|tué|tuant",
    ),
    injured: toll("fr", "blessée?s?", "blesse|blessent|blessé|blessant"),
    arrested: toll("fr", "interpellée?s?|interpellations?|arrêtée?s?|arrestations?", "interpelle"),
    evacuated: toll("fr", "évacuée?s?", "évacue|évacuent"),
  },
  en: {
    killed: toll(
      "en",
      "dead|killed|die|dies|died|deaths|fatalities|lives lost",
      String.raw`kills?|killed|killing|(?:death )?toll(?: [\p{L}'’]+){1,5}`,
    ),
    injured: toll("en", "injured|hurt|wounded", "injures?|injured|injuring|wounds?|wounding"),
    arrested: toll("en", "arrested|detained|arrests", "arrests?"),
    evacuated: toll("en", "evacuated|evacuate", "evacuates?"),
  },
};
/** A word of each toll. Most articles have none, and their sentences and numbers need not be read. */
const mentions: Record<Language, RegExp> = {
  fr: /mort|tu[eaé]|décè|décéd|péri|la vie|bless|interpell|arr[eê]st?|évacu/iu,
  en: /dead|death|die|toll|fatal|lives|kill|injur|hurt|wound|arrest|detain|evacuat/iu,
};

/** The first sentence: later ones also tell of earlier events. A full stop before 40 characters may be that of "M." */
const leadSentence = /^.{40,}?[.!?…](?=\s|$)/su;

/** The highest numbers of people whom the title and the first sentence of an article say to be killed, injured and so on. */
export function tollOf(
  { title, summary }: Pick<Source, "title" | "summary">,
  language: Language,
): Toll {
  if (!mentions[language].test(`${title} ${summary}`)) return {};
  const [lead = summary] = leadSentence.exec(summary) ?? [];
  const plain = inDigits(`${title}. ${lead}`, language);
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const numbers = tolls[language][kind].flatMap((pattern) =>
        [...plain.matchAll(pattern)].map(([, count = ""]) =>
          /\d/u.test(count) ? Number(count) : 1,
        ),
      );
      return numbers.length === 0 ? [] : [[kind, Math.max(...numbers)]];
    }),
  );
}

/** When the text of an article was last changed, as far as its facts are concerned. */
export const changedAt = ({ publishedAt, correctedAt }: Source): number =>
  (correctedAt ?? publishedAt).getTime();

/** An older article may give a higher toll that was wrong: the tolls of the last hours of a story count. */
const recentMs = 6 * 60 * 60 * 1000;

/**
 * The articles of a story with a lower toll than another one of the last hours: outlets differ by hours in what they know,
 * and the latest report may give an early number.
 */
export function withOlderToll({
  sources,
  language,
}: Pick<Story, "sources" | "language">): ReadonlySet<Source> {
  if (sources.length < 2) return new Set();
  const since = Math.max(...sources.map(changedAt)) - recentMs;
  const counts = sources.map((source) => ({ source, toll: tollOf(source, language) }));
  const recent = counts.filter(({ source }) => changedAt(source) >= since);
  const latest = (kind: keyof Toll) => Math.max(0, ...recent.map(({ toll }) => toll[kind] ?? 0));
  return new Set(
    kinds.flatMap((kind) => {
      const most = latest(kind);
      return counts.flatMap(({ source, toll }) => ((toll[kind] ?? most) < most ? [source] : []));
    }),
  );
}
