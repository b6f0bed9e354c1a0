import type { Language } from "@matinale/contracts";

const units = {
  fr: "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
  en: "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
};
const tens = {
  fr: "_ dix vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt",
  en: "_ ten twenty thirty forty fifty sixty seventy eighty ninety",
};
const nth = (list: string, index: number) => list.split(" ")[index] ?? "";

function below100(n: number, language: Language): string {
  if (n < 20) return nth(units[language], n);
  const ten = Math.floor(n / 10);
  const french = language === "fr";
  const base = french && (ten === 7 || ten === 9) ? ten - 1 : ten;
  const rest = n - base * 10;
  const stem = nth(tens[language], ten);
  if (rest === 0) return french && base === 8 ? `${stem}s` : stem;
  const and = french && (rest === 1 || rest === 11) && base < 8;
  return `${stem}${and ? " et " : "-"}${nth(units[language], rest)}`;
}

function below1000(n: number, language: Language): string {
  const hundreds = Math.floor(n / 100);
  const rest = n % 100;
  if (hundreds === 0) return below100(rest, language);
  if (language === "en") {
    const hundred = `${nth(units.en, hundreds)} hundred`;
    return rest === 0 ? hundred : `${hundred} and ${below100(rest, "en")}`;
  }
  const many = hundreds === 1 ? "cent" : `${nth(units.fr, hundreds)} cent${rest === 0 ? "s" : ""}`;
  return rest === 0 ? many : `${many} ${below100(rest, "fr")}`;
}

/** A number below 1,000,000,000 in words. */
export function spelled(n: number, language: Language): string {
  const french = language === "fr";
  const millions = Math.floor(n / 1e6);
  const thousands = Math.floor((n % 1e6) / 1e3);
  const rest = n % 1e3;
  const words = [
    millions > 0 && `${below1000(millions, language)} million${french && millions > 1 ? "s" : ""}`,
    thousands > 0 &&
      (french && thousands === 1
        ? "mille"
        : `${below1000(thousands, language).replace(/(cent|vingt)s$/u, "$1")} ${french ? "mille" : "thousand"}`),
    (rest > 0 || n === 0) && below1000(rest, language),
  ].filter((part) => part !== false);
  const last = words.at(-1) ?? "";
  // "two thousand and six"
  return !french && words.length > 1 && rest > 0 && rest < 100
    ? [...words.slice(0, -1), "and", last].join(" ")
    : words.join(" ");
}

const irregular: Record<string, string> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

export function spelledOrdinal(n: number, language: Language): string {
  if (language === "fr" && n === 1) return "premier";
  const words = spelled(n, language);
  const last = /\p{L}+$/u.exec(words)?.[0] ?? "";
  const before = words.slice(0, words.length - last.length);
  if (language === "en") return `${before}${irregular[last] ?? `${last.replace(/y$/u, "ie")}th`}`;
  const root = last
    .replace(/(?<=quatre-vingt|cent)s$/u, "")
    .replace(/e$/u, "")
    .replace(/^cinq$/u, "cinqu")
    .replace(/^neuf$/u, "neuv")
    .replace(/^vingts$/u, "vingt")
    .replace(/^cents$/u, "cent");
  return `${before}${root}ième`;
}
