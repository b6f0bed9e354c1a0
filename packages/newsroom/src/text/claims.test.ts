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
  ["Cent soixante-dix-huit ont voté pour, ceux-ci l’assurent.", []],
  ["Cent-soixante-dix-huit ont voté pour.", []],
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
  ["Sixty thousand people saw it.", []],
  ["Six people saw it.", ["6"]],
  ["Leeds held Arsenal on Tuesday.", ["Tuesday"]],
])("English: %s", (sentence, expected) => {
  expect(unfounded(sentence, english, "en")).toEqual(expected);
});

const summit = groundsOf(
  [
    "Le président américain Donald Trump et Jean Dupont ont reçu Paul Martin. Le MINISTRE Gérard LARCHER était à São Paulo.",
    "Deux dirigeants sur trois, soit 66 %, étaient là pour la 3e fois. Le budget est de 2 à 3 millions d’euros. J. K. Rowling aussi.",
  ],
  "fr",
);

test.each([
  ["Le président Trump est venu.", []],
  ["Jean Martin est venu.", ["Jean Martin"]],
  ["Donald Martin est venu.", ["Donald Martin"]],
  ["Hier, Paul Dupont est venu.", ["Paul Dupont"]],
  ["Gérard Larcher et Sao Paulo.", []],
  ["GERARD LARCHER est venu.", []],
  ["G. Larcher est venu.", ["G"]],
  ["J. K. Rowling est venue.", []],
  ["P. K. Rowling est venue.", ["P"]],
  ["Pour la troisième fois, Trump est venu.", []],
  ["Pour la quatrième fois, Trump est venu.", ["4"]],
  ["La première fois, Trump est venu.", ["1"]],
  ["Plus de 66 pour cent étaient là.", []],
  ["Plus de 3 % étaient là.", ["3%"]],
  ["Le budget est de 2 millions d’euros.", []],
  ["Le budget est de 2,5 millions d’euros.", ["2500000"]],
  ["Le budget est de 3 milliards d’euros.", ["3000000000"]],
  ["La moitié des dirigeants étaient là.", ["0.5"]],
  ["Des centaines de dirigeants étaient là.", ["100"]],
])("names and numbers together: %s", (sentence, expected) => {
  expect(unfounded(sentence, summit, "fr")).toEqual(expected);
});

const fled = groundsOf(["Half a million people fled, half of them children."], "en");

test.each([
  ["Some 500,000 people fled.", []],
  ["Half a million fled.", []],
  ["Half were children.", []],
  ["One million people fled.", ["1000000"]],
])("half of a magnitude: %s", (sentence, expected) => {
  expect(unfounded(sentence, fled, "en")).toEqual(expected);
});

test("half of a magnitude in French", () => {
  const aid = groundsOf(["L’aide atteint un demi-milliard d’euros."], "fr");
  expect(unfounded("L’aide atteint 500 millions d’euros.", aid, "fr")).toEqual([]);
  expect(unfounded("L’aide atteint un milliard d’euros.", aid, "fr")).toEqual(["1000000000"]);
});
