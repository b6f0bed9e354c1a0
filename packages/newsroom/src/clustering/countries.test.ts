import { expect, test } from "vitest";
import { countriesIn } from "./countries.ts";

test.each([
  ["Le président kényan en visite au Viêt Nam", ["KE", "VN"]],
  ["Élections en Allemagne et au Royaume-Uni", ["DE", "GB"]],
  ["British and Norwegian ministers meet in South Korea", ["GB", "NO", "KR"]],
  ["Le Français bat le Suédois", ["FR", "SE"]],
  ["Lille bat Lens", []],
  ["Un roman sur une île", []],
  ["The Greek islands", ["GR"]],
  ["U.S. and U.K. sign a treaty", ["US", "GB"]],
  ["Spain expects U.S.-made parts", ["ES", "US"]],
])("finds the countries of: %s", (text, codes) => {
  expect([...countriesIn(text)].toSorted()).toEqual(codes.toSorted());
});
