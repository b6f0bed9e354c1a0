import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { spokenParts, toWords } from "./as-words.ts";

/** Lines of "written → heard". */
const hardLines = (language: "fr" | "en"): string[][] =>
  readFileSync(new URL(`hard-lines.${language}.txt`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" → "));

describe.each(["fr", "en"] as const)("hard lines, %s", (language) => {
  const lines = hardLines(language);

  test("there are at least 300, each with what a listener hears", () => {
    expect(lines.length).toBeGreaterThanOrEqual(300);
    expect(lines.every((line) => line.length === 2)).toBe(true);
  });

  /** Without the full stop that ends a line, if the line itself has none. */
  const heard = (text: string, spoken: string) => {
    const words = toWords(text, language);
    return spoken.endsWith(".") ? words : words.replace(/\.$/u, "");
  };

  test.each(lines)("%s", (written = "", spoken = "") => {
    expect(heard(written, spoken)).toBe(spoken);
  });

  test.each(lines)(
    "in a sentence, with the spaces of a typesetter: %s",
    (written = "", spoken = "") => {
      const typeset = written.replaceAll(/(?<=\d) (?=[\p{L}€$£¥%°])/gu, "\u00A0");
      expect(heard(typeset, spoken)).toBe(spoken);
    },
  );
});

test.each([
  ["un 120\u00A0m² à 71,30\u00A0$", "un 120 mètres carrés à 71,30 dollars."],
  [
    "9\u202F500\u00A0€/m², soit 1\u00A0€ le m²",
    "9500 euros par mètre carré, soit 1 euro le mètre carré.",
  ],
  ["M.\u00A0Hall, n°\u00A05, −3\u00A0°C", "monsieur Hall, numéro 5, moins 3 degrés."],
  ["ouvert 24\u00A0h/24, à 14\u00A0h\u00A030", "ouvert 24 heures sur 24, à 14 heures 30."],
])("French with hard spaces: %s", (text, spoken) => {
  expect(toWords(text, "fr")).toBe(spoken);
});

test("adds no markup, and ends a text with punctuation, which makes the pauses", () => {
  expect(toWords('R&D <b>"hausse"</b>. Puis −3\u00A0% au n°\u00A02', "fr")).toBe(
    'R&D <b>"hausse"</b>. Puis moins 3 % au numéro 2.',
  );
  expect(toWords("Is it over? 😀 Yes!", "en")).toBe("Is it over? Yes!");
});

describe("divides a text", () => {
  const text =
    "Un pont rouvre. Il était fermé depuis 3 ans. La mairie a payé 5 M€. Les cars passent.";
  const below = (limit: number) => (rendered: string) => rendered.length <= limit;

  test("not below the limit", () => {
    expect(spokenParts(text, "fr", below(1_000))).toEqual([toWords(text, "fr")]);
  });

  test("at the ends of sentences, and measures what is spoken", () => {
    expect(spokenParts(text, "fr", below(60))).toEqual([
      "Un pont rouvre. Il était fermé depuis 3 ans.",
      "La mairie a payé 5 millions d’euros. Les cars passent.",
    ]);
  });

  test("inside a sentence that is too long on its own", () => {
    const parts = spokenParts(`${"mot ".repeat(40)}fin.`, "fr", below(60));
    expect(parts.every(below(60))).toBe(true);
    expect(parts.join(" ").replaceAll("mot.", "mot")).toBe(`${"mot ".repeat(40)}fin.`);
  });

  test("at the commas of a sentence that is too long on its own", () => {
    const long = "Le pont rouvre, après 3 ans de travaux, et les cars y passent.";
    expect(spokenParts(long, "fr", below(45))).toEqual([
      "Le pont rouvre, après 3 ans de travaux,",
      "et les cars y passent.",
    ]);
  });

  test("not inside a word", () => {
    expect(spokenParts("aaaaaaaaaa", "fr", below(5))).toEqual(["aaaaaaaaaa."]);
  });
});
