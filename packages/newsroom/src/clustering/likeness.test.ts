import { expect, test } from "vitest";
import { keysOf, likenessOf } from "./likeness.ts";

const keys = (language: "fr" | "en", title: string) => keysOf({ language, title, summary: "" });
const likeness = (one: string, other: string) =>
  likenessOf(keys("fr", one), keys("fr", other), () => 1);

test("counts a number in words as the same number in digits, in both languages", () => {
  const towns = keys("fr", "Le vote anticipé testé dans douze villes");
  expect(towns).toEqual(keys("fr", "Le vote anticipé testé dans 12 villes"));
  expect(keys("en", "Early voting in twelve towns").names).toContain("#12");
  expect(towns.names).toContain("#12");
});

test("is 0 for two shared keys, and for shared names alone", () => {
  expect(likeness("Incendie dans une usine", "Incendie dans une usine")).toBe(0);
  expect(likeness("Le maire de La Roche-sur-Yon", "Un bal à La Roche-sur-Yon")).toBe(0);
  expect(
    likeness("Incendie dans une usine de Lille", "Usine de Lille : un incendie"),
  ).toBeGreaterThan(1);
});

test("is 0 for two long reports from one place that share few words", () => {
  const organ = keysOf({
    language: "fr",
    title: "L’orgue de Saint-Aubrac retrouve sa voix",
    summary:
      "Après quatre ans de restauration, l’orgue de Saint-Aubrac sonnera de nouveau dimanche. Un concert gratuit réunira six organistes.",
  });
  const hall = keysOf({
    language: "fr",
    title: "Un jumeau numérique pour restaurer la halle de Saint-Aubrac",
    summary:
      "La halle médiévale de Saint-Aubrac a été relevée au millimètre par drone et par laser. Le modèle aide les charpentiers à préparer chaque pièce.",
  });
  expect(likenessOf(organ, hall, () => 1)).toBe(0);
});

test("does not count the labels of a headline", () => {
  expect(keys("fr", "EN DIRECT – Une grève ferme le musée")).toEqual(
    keys("fr", "Une grève ferme le musée"),
  );
});

test("grows with the number of shared keys", () => {
  const short = likeness("Une grève ferme le musée", "Une grève ferme le musée");
  const long = "Une grève des agents ferme le musée de Vannes samedi matin";
  expect(likeness(long, long)).toBeGreaterThan(short);
});
