import type { Language } from "@matinale/contracts";

/** What a word does to a number: `unit` adds, `scale` multiplies, `part` is a fraction; nothing is added after `ends`. */
export type NumberWord = { kind: "unit" | "scale" | "part"; value: number; ends?: true };

type Entry = readonly [string, NumberWord];
const units = (first: number, step: number, list: string): Entry[] =>
  list.split(" ").map((word, index) => [word, { kind: "unit", value: first + index * step }]);
const each = (kind: NumberWord["kind"], words: Record<string, number>): Entry[] =>
  Object.entries(words).map(([word, value]) => [word, { kind, value }]);
const withPlurals = (entries: Entry[]): Entry[] =>
  entries.flatMap(([word, meaning]) => [word, `${word}s`].map((form): Entry => [form, meaning]));

/** Without "un" and "one", which are articles and pronouns more often than numbers: `Count` adds them only after tens and hundreds. */
const french: Entry[] = [
  ...each("unit", { zéro: 0, zero: 0, vingts: 20, huitante: 80 }),
  ...units(
    2,
    1,
    "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
  ),
  ...units(20, 10, "vingt trente quarante cinquante soixante septante octante nonante"),
  ...each("scale", { mille: 1e3, mil: 1e3, k: 1e3, m: 1e6, md: 1e9, mds: 1e9, billion: 1e12 }),
  ...withPlurals(each("scale", { cent: 100, millier: 1e3, million: 1e6, milliard: 1e9 })),
  ...withPlurals(each("scale", { dizaine: 10, douzaine: 12, quinzaine: 15, vingtaine: 20 })),
  ...each("scale", { trentaine: 30, quarantaine: 40, cinquantaine: 50, soixantaine: 60 }),
  ...withPlurals(each("scale", { centaine: 100 })),
  ...each("part", { moitié: 1 / 2, demi: 1 / 2, demie: 1 / 2, tiers: 1 / 3 }),
  ...withPlurals(each("part", { quart: 1 / 4 })),
];
const english: Entry[] = [
  ...each("unit", { zero: 0, nil: 0, twice: 2, thrice: 3 }),
  ...units(
    2,
    1,
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  ),
  ...units(20, 10, "twenty thirty forty fifty sixty seventy eighty ninety"),
  ...withPlurals(each("scale", { dozen: 12, hundred: 100, thousand: 1e3, million: 1e6 })),
  ...withPlurals(each("scale", { billion: 1e9, trillion: 1e12 })),
  ...each("scale", { k: 1e3, m: 1e6, b: 1e9, bn: 1e9, tn: 1e12 }),
  ...each("part", { half: 1 / 2, quarter: 1 / 4, quarters: 1 / 4 }),
];

const ordinals = (entries: Entry[]): Entry[] =>
  withPlurals(entries).map(([word, meaning]) => [word, { ...meaning, ends: true }]);
const frenchOrdinals = ordinals([
  ...each("unit", { premier: 1, première: 1, unième: 1, second: 2, seconde: 2 }),
  ...units(
    2,
    1,
    "deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième",
  ),
  ...units(20, 10, "vingtième trentième quarantième cinquantième soixantième"),
  ...each("scale", { centième: 100, millième: 1e3, millionième: 1e6, milliardième: 1e9 }),
]);
const englishOrdinals = ordinals([
  ...units(
    1,
    1,
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
  ),
  ...units(20, 10, "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"),
  ...each("scale", { hundredth: 100, thousandth: 1e3, millionth: 1e6 }),
]);
/** These are units of time, not ordinals. */
const time = new Set(["seconds", "secondes"]);

export const numberWords: Record<Language, ReadonlyMap<string, NumberWord>> = {
  fr: new Map([...french, ...frenchOrdinals].filter(([word]) => !time.has(word))),
  en: new Map([...english, ...englishOrdinals].filter(([word]) => !time.has(word))),
};
