import type { Language } from "@matinale/contracts";
import type { Source } from "@matinale/newsroom";
import { speakingSeconds } from "@matinale/newsroom/reading";
import type { Script } from "@matinale/newsroom/summary";
import { expect, test } from "vitest";
import { alertSeconds, alertText, spokenAlert } from "./alert-text.ts";

const source = (outlet: string): Source => ({
  itemId: outlet,
  outlet,
  url: `https://${outlet.toLowerCase().replace(" ", "")}.example/a`,
  terms: "licensed",
  title: "Un train déraille à Valmont",
  summary: "",
  publishedAt: new Date("2026-03-02T07:52:00Z"),
});
const sources = ["La Une", "La Deux", "La Trois", "La Une"].map(source);
const script = (change: Partial<Script> = {}): Script => ({
  storyId: "a",
  language: "fr",
  itemId: "La Une",
  headline: "Un train déraille à Valmont",
  line: "Deux passagers sont morts.",
  spoken: "Un train déraille à Valmont. Deux passagers sont morts.",
  brief: "Un train déraille à Valmont.",
  method: "extractive",
  ...change,
});

test("writes the headline, a line, each outlet once with its link, and how it was written", () => {
  expect(alertText({ sources }, script(), true, (url) => url)).toBe(
    "*Alerte info\u00A0: Un train déraille à Valmont*\nDeux passagers sont morts.\n\n" +
      "_La Une_ https://laune.example/a · _La Deux_ https://ladeux.example/a · _La Trois_ https://latrois.example/a\n\n" +
      "Textes résumés automatiquement à partir des sources citées\u202F; voix de synthèse.",
  );
});

test("says that a model wrote it, and nothing of a voice that is missing", () => {
  const text = alertText(
    { sources },
    script({ language: "en", method: "model", line: "" }),
    false,
    (url) => url,
  );
  expect(text).toMatch(/^\*Breaking news: Un train déraille à Valmont\*\n\n_La Une_/u);
  expect(text).toMatch(/\n\nSummaries written by AI from the sources shown\.$/u);
});

const seconds = (text: string, language: Language) => speakingSeconds(text.length, language);
const sentence = "Les secours sont sur place et le trafic est interrompu sur toute la ligne. ";

test.each([
  ["fr", 1],
  ["fr", 3],
  ["fr", 9],
  ["en", 1],
  ["en", 3],
  ["en", 9],
] as const)("lasts 20 to 30 seconds: %s, %d sentences", (language, count) => {
  const brief = `${"Un train déraille à Valmont, dans l’Isère, et fait deux morts et trente blessés".padEnd(70)}.`;
  const spoken = spokenAlert(
    { sources },
    script({ language, spoken: brief + " " + sentence.repeat(count).trim(), brief }),
  );
  expect(seconds(spoken, language)).toBeGreaterThanOrEqual(alertSeconds.min - 2);
  expect(seconds(spoken, language)).toBeLessThanOrEqual(alertSeconds.max);
  expect(spoken).toContain(
    language === "fr" ? "générés automatiquement." : "generated automatically.",
  );
});

test("never cuts a story that needs more than one sentence, such as an accusation with its denial", () => {
  const { brief: _, ...contested } = script({ spoken: sentence.repeat(9).trim() });
  expect(spokenAlert({ sources }, contested)).toContain(sentence.repeat(9).trim());
});
