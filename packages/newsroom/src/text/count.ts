import type { Language } from "@matinale/contracts";
import { numberWords, type NumberWord } from "./number-lexicon.ts";

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

/** One number, counted from its digits and words in the order of the text. */
export class Count {
  readonly #language: Language;
  /** The part that a magnitude has finished: the two thousand of "deux mille vingt-six". */
  #total = 0;
  /** The part counted after it: the 26 of "deux mille vingt-six"; null before its first word. */
  #group: number | null = null;
  #scale = 1;
  #digits = false;
  #decimals = false;
  #over = false;
  /** Whether the number is a half, which only a magnitude may follow: "half a million", « un demi-milliard ». */
  #isHalf = false;

  constructor(language: Language) {
    this.#language = language;
  }

  get value(): number {
    return this.#total + (this.#group ?? 0);
  }

  /** The last magnitude of the number, 1 for none. */
  get scale(): number {
    return this.#scale;
  }

  /** Adds digits or a word to the number. @returns false when they do not belong to it */
  add(part: number | string): boolean {
    if (this.#over || (this.#isHalf && !this.#isScale(part))) return false;
    if (typeof part === "number") return this.#begin(part);
    if (part === comma[this.#language]) return this.#comma();
    if (one[this.#language].test(part)) return this.#one();
    const word = numberWords[this.#language].get(part);
    if (word === undefined || (abbreviated.test(part) && !this.#digits)) return false;
    const added = this.#word(word);
    if (added && word.ends === true) this.#over = true;
    return added;
  }

  #isScale(part: number | string): boolean {
    return typeof part === "string" && numberWords[this.#language].get(part)?.kind === "scale";
  }

  #begin(value: number): boolean {
    if (this.#decimals) return this.#decimal(value);
    if (this.#group !== null || this.#total > 0) return false;
    [this.#group, this.#digits] = [value, true];
    return true;
  }

  #comma(): boolean {
    if (this.#group === null || this.#decimals) return false;
    this.#decimals = true;
    return true;
  }

  #decimal(value: number): boolean {
    this.#group = (this.#group ?? 0) + value / 10 ** String(value).length;
    this.#decimals = false;
    return true;
  }

  #one(): boolean {
    const tens = this.#group !== null && this.#group > 0 && continues(this.#group, 1);
    const thousands = this.#group === null && this.#total > 0;
    if (this.#digits || !(tens || thousands)) return false;
    this.#group = (this.#group ?? 0) + 1;
    return true;
  }

  #word({ kind, value }: NumberWord): boolean {
    if (kind === "unit") return this.#decimals ? this.#decimal(value) : this.#unit(value);
    return kind === "scale" ? this.#times(value) : this.#part(value);
  }

  #unit(value: number): boolean {
    if (this.#digits) return false;
    const group = this.#group;
    const french = this.#language === "fr";
    if (group === null) this.#group = value;
    else if (french && value === 20 && group % 100 === 4) this.#group = group + 76;
    else if (continues(group, value)) this.#group = group + value;
    // "nineteen eighty-six"
    else if (!french && group > 10 && group <= 20 && value >= 10) this.#group = group * 100 + value;
    else return false;
    return true;
  }

  #times(value: number): boolean {
    [this.#over, this.#isHalf] = [this.#isHalf, false];
    if (value === 100 && !this.#digits) {
      if ((this.#group ?? 0) >= 100) return false;
      this.#group = (this.#group ?? 1) * 100;
      return true;
    }
    // "mille milliards" multiplies, the "mille" of "deux millions mille" is one more thousand
    if (this.#group === null && this.#total > 0 && value >= this.#scale) this.#total *= value;
    else this.#total += (this.#group ?? 1) * value;
    [this.#group, this.#digits, this.#scale] = [null, false, value];
    return true;
  }

  #part(value: number): boolean {
    if (this.#group === null && this.#total === 0) {
      this.#group = value;
      this.#isHalf = value === 1 / 2;
      this.#over = !this.#isHalf;
      return true;
    }
    if (value !== 1 / 2) return false;
    if (this.#group === null) this.#total += value * this.#scale;
    else this.#group += value;
    return true;
  }
}
