import { expect, test } from "vitest";
import { numbersIn } from "./number-words.ts";

test.each([
  ["fr", "Coût : 12 millions d’euros", [12e6]],
  ["fr", "soit 12 000 000 euros", [12e6]],
  ["fr", "douze millions", [12e6]],
  ["fr", "3,5 % de plus", [3.5]],
  ["fr", "douze pour cent", [12]],
  ["fr", "quatre-vingt-dix-sept blessés, trois cents évacués", [97, 300]],
  ["fr", "quatre-vingts ans, soixante et onze, vingt et un", [80, 71, 21]],
  ["fr", "deux mille vingt-six", [2026]],
  ["fr", "178 voix contre 160", [178, 160]],
  ["fr", "à 20h30 le 6 décembre", [20, 30, 6]],
  ["fr", "un parti et une ville", []],
  ["fr", "4,2 Md€", [4.2e9]],
  ["en", "£1,200.50 and 3.5bn", [1200.5, 3.5e9]],
  ["en", "two hundred and forty-one people", [241]],
  ["en", "twelve thousand homes", [12_000]],
  ["en", "drew 1-1 with Leeds", [1]],
  ["en", "one of the first", []],
] as const)("%s: %s", (language, text, numbers) => {
  expect([...numbersIn(text, language)].toSorted()).toEqual([...numbers].toSorted());
});
