import { expect, test } from "vitest";
import { sectionOf } from "./section.ts";

test.each([
  [["Économie"], "https://n.example/1", "economy"],
  [["Football", "Lions"], "https://n.example/1", "sports"],
  [["À la une", "Politique"], "https://n.example/1", "politics"],
  [["Afrique"], "https://n.example/1", "international"],
  [[], "https://n.example/fr/culture/cinema/un-film", "culture"],
  [[], "https://n.example/tech/2026/11/a-phone", "technology"],
  [["Bourse"], "https://n.example/sport/la-bourse-du-sport", "economy"],
])("labels %j, address %s: category %s", (labels, address, category) => {
  expect(sectionOf(labels, address)).toBe(category);
});

test("finds no category in other labels, in the article's own name or in an invalid address", () => {
  expect(sectionOf(["À la une", "Société"], "https://n.example/2026/sport")).toBeNull();
  expect(sectionOf([], "https://n.example/sportive-et-fiere/article")).toBeNull();
  expect(sectionOf([], "no address")).toBeNull();
});
