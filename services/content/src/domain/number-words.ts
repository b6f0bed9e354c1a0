import type { Language } from "@matinale/contracts";

const counted = (first: number, list: string) =>
  list.split(" ").map((word, index) => [word, first + index] as const);
const tens = (first: number, list: string) =>
  list.split(" ").map((word, index) => [word, first + index * 10] as const);

/** "un" and "one" are articles and pronouns more often than numbers. */
const units: Record<Language, ReadonlyMap<string, number>> = {
  fr: new Map([
    ...counted(
      2,
      "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    ),
    ...tens(20, "vingt trente quarante cinquante soixante septante octante nonante"),
    ["vingts", 20],
    ["huitante", 80],
  ]),
  en: new Map([
    ...counted(
      2,
      "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    ),
    ...tens(20, "twenty thirty forty fifty sixty seventy eighty ninety"),
  ]),
};
const magnitudes: Record<Language, ReadonlyMap<string, number>> = {
  fr: new Map([
    ["cent", 100],
    ["cents", 100],
    ["mille", 1e3],
    ["million", 1e6],
    ["millions", 1e6],
    ["milliard", 1e9],
    ["milliards", 1e9],
    ["k", 1e3],
    ["m", 1e6],
    ["md", 1e9],
    ["mds", 1e9],
  ]),
  en: new Map([
    ["hundred", 100],
    ["thousand", 1e3],
    ["million", 1e6],
    ["billion", 1e9],
    ["trillion", 1e12],
    ["k", 1e3],
    ["m", 1e6],
    ["bn", 1e9],
    ["tn", 1e12],
  ]),
};
const joining: Record<Language, ReadonlySet<string>> = {
  fr: new Set(["et", "un"]),
  en: new Set(["and", "one"]),
};
/** Magnitudes that stand for a number only after digits. */
const abbreviated = /^(?:k|m|md|mds|bn|tn)$/u;

/** "12,5", "1 200", "1,200.5" as written, to a number. */
function valueOf(digits: string, language: Language): number {
  const whole = digits.replace(/[\s\u00A0\u202F]/gu, "");
  const thousands = language === "fr" ? /\.(?=\d{3}(?!\d))/gu : /,(?=\d{3}(?!\d))/gu;
  return Number(whole.replace(thousands, "").replace(",", "."));
}

const token = /\d+(?:[ \u00A0\u202F]\d{3}(?!\d))*(?:[.,]\d+)*|\p{L}+/gu;

/**
 * Every number that a text states, in digits or in words: "12 millions", "12 000 000" and "douze millions" are one and
 * the same. Ordinals are not numbers; per cent is left to its number.
 */
export function numbersIn(text: string, language: Language): Set<number> {
  const numbers = new Set<number>();
  const plain = text.toLowerCase().replace(/pour[\s-]cent|per[\s-]cent/gu, "%");
  let total = 0;
  let current = 0;
  let open = false;
  let after = false;
  const close = () => {
    if (open) numbers.add(total + current);
    [total, current, open, after] = [0, 0, false, false];
  };
  let end = 0;
  for (const { 0: word, index } of plain.matchAll(token)) {
    const between = plain.slice(end, index);
    end = index + word.length;
    if (!/^[\s\u00A0\u202F-]*$/u.test(between)) close();
    if (/^\d/u.test(word)) {
      close();
      current = valueOf(word, language);
      [open, after] = [true, true];
      continue;
    }
    const magnitude = magnitudes[language].get(word);
    const unit = units[language].get(word);
    if (magnitude !== undefined && (after || !abbreviated.test(word))) {
      if (magnitude === 100) current = Math.max(current, 1) * 100;
      else [total, current] = [total + Math.max(current, 1) * magnitude, 0];
      [open, after] = [true, false];
    } else if (unit !== undefined) {
      if (after) close();
      current =
        unit === 20 && current % 100 === 4 && language === "fr" ? current + 76 : current + unit;
      open = true;
    } else if (open && !after && joining[language].has(word)) {
      if (word === "un" || word === "one") current += 1;
    } else {
      close();
    }
  }
  close();
  return numbers;
}
