import type { Language } from "@matinale/contracts";
import { numberWords } from "./number-lexicon.ts";

const one: Record<Language, RegExp> = { fr: /^une?$/u, en: /^one$/u };
const comma: Record<Language, string> = { fr: "virgule", en: "point" };
/** Abbreviations of magnitudes, which are numbers only after digits. */
const abbreviated = /^(?:k|m|b|md|mds|bn|tn)$/u;

/** Whether a unit continues the number counted so far, as in "soixante … onze", "two hundred … four". */
function continues(counted: number, unit: number): boolean {
  const rest = counted % 100;
  if (rest === 0) return unit < 100;
  if (unit < 10) return (rest % 10 === 0 && rest >= 20) || (rest === 10 && unit >= 7);
  return unit < 20 && (rest === 60 || rest === 80);
}

export type Count = ReturnType<typeof startCount>;

/** One number, counted from its digits and words in the order of the text. */
export function startCount(language: Language) {
  const isFrench = language === "fr";
  /** The part that a magnitude has finished: the two thousand of "deux mille vingt-six". */
  let total = 0;
  /** The part counted after it: the 26 of "deux mille vingt-six"; null before its first word. */
  let group: number | null = null;
  let scale = 1;
  let hasDigits = false;
  let isInDecimals = false;
  let isOver = false;
  /** Whether the number is a half or a quarter, which only a magnitude may follow: "half a million", "quarter-million". */
  let isPart = false;

  function addDecimals(value: number): boolean {
    group = (group ?? 0) + value / 10 ** String(value).length;
    isInDecimals = false;
    return true;
  }

  function addDigits(value: number): boolean {
    if (isInDecimals) return addDecimals(value);
    if (group !== null || total > 0) return false;
    [group, hasDigits] = [value, true];
    return true;
  }

  function addComma(): boolean {
    if (group === null || isInDecimals) return false;
    isInDecimals = true;
    return true;
  }

  function addOne(): boolean {
    const tens = group !== null && group > 0 && continues(group, 1);
    const thousands = group === null && total > 0;
    if (hasDigits || !(tens || thousands)) return false;
    group = (group ?? 0) + 1;
    return true;
  }

  function addUnit(value: number): boolean {
    if (isInDecimals) return addDecimals(value);
    if (hasDigits) return false;
    if (group === null) group = value;
    else if (isFrench && value === 20 && group % 100 === 4) group += 76;
    else if (continues(group, value)) group += value;
    // "nineteen eighty-six"
    else if (!isFrench && group > 10 && group <= 20 && value >= 10) group = group * 100 + value;
    else return false;
    return true;
  }

  function multiply(value: number): boolean {
    [isOver, isPart] = [isPart, false];
    if (value === 100 && !hasDigits) {
      if ((group ?? 0) >= 100) return false;
      group = (group ?? 1) * 100;
      return true;
    }
    // "mille milliards" multiplies, the "mille" of "deux millions mille" is one more thousand
    if (group === null && total > 0 && value >= scale) total *= value;
    else total += (group ?? 1) * value;
    [group, hasDigits, scale] = [null, false, value];
    return true;
  }

  function addPart(value: number): boolean {
    if (group === null && total === 0) {
      group = value;
      isPart = value === 1 / 2 || value === 1 / 4;
      isOver = !isPart;
      return true;
    }
    if (value !== 1 / 2) return false;
    if (group === null) total += value * scale;
    else group += value;
    return true;
  }

  const adders = { unit: addUnit, scale: multiply, part: addPart };
  return {
    value: () => total + (group ?? 0),
    /** The last magnitude of the number, 1 for none. */
    scale: () => scale,
    /** Adds digits or a word to the number. @returns false when they do not belong to it */
    add(part: number | string): boolean {
      const word = typeof part === "string" ? numberWords[language].get(part) : undefined;
      if (isOver || (isPart && word?.kind !== "scale")) return false;
      if (typeof part === "number") return addDigits(part);
      if (part === comma[language]) return addComma();
      if (one[language].test(part)) return addOne();
      if (word === undefined || (abbreviated.test(part) && !hasDigits)) return false;
      const isAdded = adders[word.kind](word.value);
      if (isAdded && word.ends === true) isOver = true;
      return isAdded;
    },
  };
}
