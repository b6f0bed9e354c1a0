import { expect, test } from "vitest";
import { keysOf, similarityOf, type Corpus } from "./similarity.ts";

const keys = (language: "fr" | "en", title: string) => keysOf({ language, title, summary: "" });
const corpus: Corpus = { rarity: () => 1, isName: (key) => ["roch", "ion"].includes(key) };
const similarity = (one: string, other: string) =>
  similarityOf(keys("fr", one), keys("fr", other), corpus);

test("counts a number in words as the same number in digits, in both languages", () => {
  const towns = keys("fr", "Le vote anticipé testé dans douze villes");
  expect(towns.weights).toEqual(keys("fr", "Le vote anticipé testé dans 12 villes").weights);
  expect(keys("en", "Early voting in twelve towns").names).toContain("#12");
  expect(towns.names).toContain("#12");
});

test("is 0 for two shared keys, and for shared names alone", () => {
  expect(similarity("Incendie dans une usine", "Incendie dans une usine")).toBe(0);
  expect(similarity("Le maire de La Roche-sur-Yon", "Un bal à La Roche-sur-Yon")).toBe(0);
  expect(
    similarity("Incendie dans une usine de Lille", "Usine de Lille : un incendie"),
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
  expect(similarityOf(organ, hall, corpus)).toBe(0);
});

test("is 0 for two headlines that share a person and one common word", () => {
  const person: Corpus = {
    rarity: (key) => (key === "sign" ? 0.5 : 1),
    isName: (key) => key !== "sign",
  };
  const ask = (title: string) => keysOf({ language: "en", title, summary: "" });
  expect(
    similarityOf(
      ask("Ada Quill signs a book in Selby"),
      ask("Selby club signs striker Ada Quill"),
      person,
    ),
  ).toBe(0);
});

test("is 0 for two reports that share only the description of the outlet", () => {
  const summary =
    "News and analysis from the Selby Courier, the daily paper of business in the north.";
  const rare: Corpus = { rarity: () => 0.9, isName: () => false };
  const report = (title: string) => keysOf({ language: "en", title, summary });
  const fares = report("Ferry fares rise before the holidays");
  expect(similarityOf(fares, report("A vaccine passes its first trial"), rare)).toBe(0);
  expect(similarityOf(fares, report("Holidays by ferry cost more"), rare)).toBeGreaterThan(1);
});

test("finds one agency report under two headlines without a common word", () => {
  const rare: Corpus = { rarity: () => 0.9, isName: () => false };
  const summary =
    "Forty countries meeting in Port Azure have agreed to equip their harbours with electric quays by 2035.";
  const report = (title: string) => keysOf({ language: "en", title, summary });
  const summit = report("Ocean summit agrees on low-carbon harbours");
  expect(similarityOf(summit, report("Electric quays by 2035"), rare)).toBeGreaterThan(1);
});

test("is 0 for two reports that share only everyday words", () => {
  const schools = keysOf({
    language: "en",
    title: "Drought: how schools save water",
    summary: "Pupils collect rain in barrels.",
  });
  const pools = keysOf({
    language: "en",
    title: "Drought: pools near schools save water",
    summary: "Owners close at noon.",
  });
  const everyday: Corpus = { rarity: () => 0.4, isName: () => false };
  expect(similarityOf(schools, pools, everyday)).toBe(0);
  expect(similarityOf(schools, pools, { ...everyday, rarity: () => 0.9 })).toBeGreaterThan(1);
});

test("does not count the labels of a headline", () => {
  expect(keys("fr", "EN DIRECT – Une grève ferme le musée")).toEqual(
    keys("fr", "Une grève ferme le musée"),
  );
});

test("ignores the summary of a live page", () => {
  const live = { language: "en", title: "Ferry strike live: talks resume" } as const;
  const page = keysOf({ ...live, summary: "A museum closes and the town votes." });
  expect(page).toEqual(keysOf({ ...live, summary: "" }));
});

test("takes no summary that repeats the headline for a report", () => {
  const headline = { language: "en", title: "Ferries sail again after talks" } as const;
  expect(keysOf({ ...headline, summary: headline.title }).summarised).toBe(false);
  expect(keysOf({ ...headline, summary: "Crews return on Monday." }).summarised).toBe(true);
});

test("grows with the number of shared keys", () => {
  const short = similarity("Une grève ferme le musée", "Une grève ferme le musée");
  const long = "Une grève des agents ferme le musée de Vannes samedi matin";
  expect(similarity(long, long)).toBeGreaterThan(short);
});
