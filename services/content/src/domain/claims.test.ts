import { expect, test } from "vitest";
import { groundsOf, unfounded } from "./claims.ts";

const french = groundsOf(
  [
    "Le Sénat adopte le budget",
    "Les sénateurs ont voté le texte par 178 voix contre 160, à Paris. Gérard Larcher s’en félicite. L’UE observe.",
  ],
  "fr",
);
const english = groundsOf(
  [
    "Arsenal draw with Leeds",
    "Arsenal drew 1-1 with Leeds. Bukayo Saka scored before 60,000 people.",
  ],
  "en",
);

test.each([
  ["Le budget passe par 178 voix contre cent soixante.", []],
  ["Le budget passe par 179 voix.", ["179"]],
  ["Deux cents sénateurs étaient là.", ["200"]],
  ["À Paris, Gérard Larcher s’en dit heureux.", []],
  ["À Lyon, Gérard Larcher s’en dit heureux.", ["Lyon"]],
  ["Macron démissionne.", ["Macron"]],
  ["Selon Larcher, l’UE et d’Ormesson observent.", ["d’Ormesson"]],
  ["Sénateurs et députés votent.", []],
])("French: %s", (sentence, expected) => {
  expect(unfounded(sentence, french, "fr")).toEqual(expected);
});

test.each([
  ["Saka’s goal came before sixty thousand people.", []],
  ["The goal was scored by Harry Kane.", ["Harry", "Kane"]],
  ["It ended 2-1.", ["2"]],
  ["Leeds held Arsenal on Tuesday.", ["Tuesday"]],
])("English: %s", (sentence, expected) => {
  expect(unfounded(sentence, english, "en")).toEqual(expected);
});
