import { languages, type Language } from "@matinale/contracts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spelled, spelledOrdinal } from "../testing/spelled.ts";
import { inDigits, numbersAllowedBy, numbersIn } from "./number-words.ts";

const french: [string, (number | string)[]][] = [
  ["Coût : 12 millions d’euros", [12e6]],
  ["soit 12 000 000 euros, 12.000.000 euros, 12\u202F000\u00A0000 euros", [12e6]],
  ["douze millions, 12 M€, 12 M d’euros", [12e6]],
  ["2,5 millions, 2 500 000, deux millions et demi", [2.5e6]],
  ["3,5 % de plus, soit 3.5 %", ["3.5%"]],
  ["douze pour cent", ["12%"]],
  ["12 morts, 12 %", [12, "12%"]],
  ["quatre-vingt-dix-sept blessés, trois cents évacués", [97, 300]],
  ["quatre-vingts ans, soixante et onze, vingt et un", [80, 71, 21]],
  ["deux mille vingt-six", [2026]],
  ["deux millions mille, mille milliards", [2_001_000, 1e12]],
  ["mille neuf cent quatre-vingt-six", [1986]],
  ["178 voix contre 160", [178, 160]],
  ["à 20h30 le 6 décembre", [20, 30, 6]],
  ["le 21/11/2026, le 5.12.2026", [21, 11, 2026, 5, 12]],
  ["un parti et une ville, l’un et l’autre", []],
  ["4,2 Md€, 4,2 milliards", [4.2e9]],
  ["1er tour, premier tour, première fois", [1]],
  ["2e, 2ème, deuxième, second", [2]],
  ["la vingt et unième édition, la 21e", [21]],
  ["le quatre-vingt-dixième, le dix-septième", [90, 17]],
  ["la Première ministre, le Premier ministre, la première dame", []],
  ["une douzaine, deux douzaines", [12, 24]],
  ["des centaines, trois milliers", [100, 3000]],
  ["la moitié, un tiers, trois quarts", [0.5, "0.333333333", 3, 0.25]],
  ["les quarts de finale, la demi-finale", []],
  ["trois virgule cinq", [3.5]],
  ["deux, trois et quatre", [2, 3, 4]],
  ["de 2025 à 2027, en 2025 120 fois", [2025, 2027, 120]],
  ["Suisse : 12’000 francs", [12_000]],
  ["une neige de 2 m, à 100 m", [2, 100]],
  ["２ morts", [2]],
  ["½ tour", [0.5]],
];
const english: [string, (number | string)[]][] = [
  ["£1,200.50 and 3.5bn", [1200.5, 3.5e9]],
  ["two hundred and forty-one people", [241]],
  ["twelve thousand homes, 12,000 homes, 12k", [12_000]],
  ["2m, 2 million, two million, 2,000,000", [2e6]],
  ["two and a half million", [2.5e6]],
  ["a quarter-million homes, a quarter of them", [250_000, 0.25]],
  ["drew 1-1 with Leeds", [1]],
  ["one of them, no one, a man and a woman", []],
  ["12%, 12 per cent, twelve percent, 12pc", ["12%"]],
  ["1st, first, the first time", [1]],
  ["2nd, second", [2]],
  ["21st, twenty-first", [21]],
  ["the hundred and third", [103]],
  ["First Minister, first half, half-time, quarter-final", []],
  ["the third quarter", [3]],
  ["a dozen, two dozen, dozens", [12, 24]],
  ["hundreds of thousands", [100, 1000]],
  ["nineteen eighty-six, twenty twenty-six", [1986, 2026]],
  ["at 7.30pm, 7:30 p.m.", [7, 30]],
  ["three point five", [3.5]],
  ["20.7 seconds", [20.7]],
  ["one in five, twice, half", [5, 2, 0.5]],
  ["three, four and five", [3, 4, 5]],
  ["by 2029-30", [2029, 30]],
];

describe.each([
  ["fr", french],
  ["en", english],
] as const)("%s", (language, table) => {
  test.each(table)("%s", (text, numbers) => {
    expect([...numbersIn(text, language)].toSorted()).toEqual(numbers.map(String).toSorted());
  });
});

const groups: Record<Language, string[]> = {
  fr: ["", " ", "\u00A0", "\u202F", "."],
  en: ["", ","],
};
const grouped = (n: number, mark: string) => String(n).replace(/\B(?=(?:\d{3})+(?!\d))/gu, mark);
const ordinal = (n: number, language: Language) => {
  if (language === "fr") return `${n}${n === 1 ? "er" : "e"}`;
  const teen = n % 100 > 10 && n % 100 < 14;
  return `${n}${(teen ? undefined : ["", "st", "nd", "rd"][n % 10]) || "th"}`;
};

describe.each(languages)("finds the same number in every way of writing it: %s", (language) => {
  const some = fc.oneof(fc.integer({ min: 2, max: 120 }), fc.integer({ min: 2, max: 999_999_999 }));
  const sentence = (written: string) =>
    language === "fr" ? `Il y en a ${written}, dit-on.` : `There are ${written}, they say.`;

  test("in digits and in words", () => {
    fc.assert(
      fc.property(some, (n) => {
        for (const written of [
          spelled(n, language),
          ...groups[language].map((mark) => grouped(n, mark)),
        ])
          expect([written, [...numbersIn(sentence(written), language)]]).toEqual([
            written,
            [String(Number(n.toPrecision(9)))],
          ]);
      }),
    );
  });

  test("as an ordinal", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), (n) => {
        for (const written of [spelledOrdinal(n, language), ordinal(n, language)])
          expect([written, [...numbersIn(sentence(written), language)]]).toEqual([
            written,
            [String(n)],
          ]);
      }),
    );
  });

  test("and no other number", () => {
    fc.assert(
      fc.property(some, some, (n, other) => {
        fc.pre(n !== other);
        const allowed = numbersAllowedBy(sentence(spelled(n, language)), language);
        expect(allowed.has(String(other))).toBe(false);
      }),
    );
  });
});

test.each([
  ["fr", "entre 2 et 3 %", "2%"],
  ["fr", "30 à 40 millions", "30000000"],
  ["en", "€30-40m", "30000000"],
  ["en", "in 1986-87", "1987"],
  ["en", "from 1986-1987", "87"],
  ["en", "the 100m race", "100"],
] as const)("%s: «%s» also allows %s", (language, text, number) => {
  expect(numbersAllowedBy(text, language).has(number)).toBe(true);
});

test("reads numbers of any text without an error", () => {
  const unit = fc.oneof(
    fc.constantFrom(
      "deux",
      "vingt",
      "et",
      "un",
      "cent",
      "mille",
      "virgule",
      "3",
      ",",
      ".",
      " ",
      "%",
      "½",
      "ième",
    ),
    fc.string({ unit: "binary", maxLength: 2 }),
  );
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 30 }),
      fc.constantFrom(...languages),
      (text, language) => {
        for (const key of numbersIn(text, language))
          expect(key).toMatch(/^-?[\d.e+]+%?$|^Infinity$/u);
      },
    ),
  );
});

test.each([
  ["fr", "Douze villes, vingt-deux morts, 3 millions", "12 villes, 22 morts, 3000000"],
  ["fr", "Le premier ministre en quart de finale", "le premier ministre en quart de finale"],
  ["en", "Twelve towns and 1,200 people", "12 towns and 1200 people"],
] as const)("%s: writes the numbers of %s in digits", (language, text, expected) => {
  expect(inDigits(text, language)).toBe(expected);
});
