import { describe, expect, test } from "vitest";
import { measuresIn, sameMeasure } from "./measures.ts";

const units = (text: string, language: "fr" | "en") =>
  measuresIn(text, language).map(({ unit, value }) => `${value} ${unit}`);

test.each([
  ["fr", "Bénéfice de 1,2 milliard d’euros, en hausse de 12 %", ["1200000000 euro", "12 %"]],
  ["en", "Profit of €1.2bn, up 12%", ["1200000000 euro", "12 %"]],
  ["fr", "mort à l’âge de 84 ans", ["84 years"]],
  ["en", "dies at 84", ["84 years"]],
  ["en", "A 6.1-magnitude earthquake", ["6.1 magnitude"]],
  ["fr", "Un séisme de magnitude 6,1", ["6.1 magnitude"]],
  ["fr", "Lens domine Brest 3-1", ["3001 score"]],
  ["fr", "Brest s’incline 1-3 à Lens", ["3001 score"]],
  ["en", "Gold in the 4x100m relay and the 200m final", ["400100 race", "200 race"]],
  ["fr", "Le relais 4 x 100 m nage libre", ["400100 race"]],
  ["en", "Gold in judo at 60kg", ["60 kg"]],
  ["en", "A £100m deal", ["100000000 pound"]],
  ["fr", "300 salariés et 12 députés", ["300 worke", "12 lawma"]],
  ["fr", "Il fera 40 degrés", ["40 degr"]],
  ["en", "Iran fires 80 missiles", ["80 missi"]],
] as const)("%s: %s", (language, text, expected) => {
  expect(units(text, language)).toEqual(expected);
});

test.each([
  ["fr", "Le 12 novembre 2026 à 20 h, 12 morts et 40 000 foyers privés de courant"],
  ["en", "On 12 November 2026 at 8pm, 12 dead and 3,000 evacuated"],
  ["fr", "80 disparus, 120 secourus, 12 libérés, 40 portés disparus et 300 déplacés"],
  ["fr", "120 élèves enlevés, 80 blessés hospitalisés"],
  ["en", "80 missing, 120 rescued, 12 released, 40 stranded, 60 hospitalised, 3,000 displaced"],
  ["en", "Gunmen free 24 of 120 pupils kidnapped in Nigeria"],
] as const)(
  "leaves out dates and numbers that change as an event goes on: %s",
  (language, text) => {
    expect(units(text, language)).toEqual([]);
  },
);

describe("sameMeasure", () => {
  test.each([
    ["euro", 9_800_000, 10_000_000, true],
    ["euro", 9_800_000, 12_000_000, false],
    ["%", 12, 12.3, true],
    ["%", 2.1, 2.8, false],
    ["magnitude", 6.1, 6.2, true],
    ["magnitude", 6.1, 5.8, false],
    ["years", 84, 83, false],
    ["score", 2_001, 2_000, false],
  ])("%s: %d and %d", (unit, one, other, same) => {
    expect(sameMeasure({ unit, value: one }, { unit, value: other })).toBe(same);
  });

  test("is false for two units", () => {
    expect(sameMeasure({ unit: "%", value: 12 }, { unit: "years", value: 12 })).toBe(false);
  });
});
