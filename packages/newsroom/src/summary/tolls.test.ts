import { describe, expect, test } from "vitest";
import { article, storyOf } from "../testing/index.ts";
import { tollOf, withOlderToll } from "./tolls.ts";

describe("tollOf", () => {
  test.each([
    ["Séisme au Japon : au moins 400 morts", { killed: 400 }],
    ["Naufrage à Mayotte : douze personnes ont été tuées", { killed: 12 }],
    ["Une frappe tue au moins 31 civils à Kharkiv", { killed: 31 }],
    ["Incendie à Lyon : un mort et dix blessés", { killed: 1, injured: 10 }],
    ["Un homme tué par balle à Marseille", { killed: 1 }],
    ["Collision de bus : 24 élèves blessés", { injured: 24 }],
    ["Émeutes à Dakar : 130 interpellations dans la nuit", { arrested: 130 }],
    ["Feux de forêt : 4 500 habitants évacués", { evacuated: 4_500 }],
  ])("reads the French headline: %s", (title, toll) => {
    expect(tollOf({ title, summary: "" }, "fr")).toEqual(toll);
  });

  test.each([
    ["Dix ans après les attentats, hommage aux victimes"],
    ["Deux suspects jugés pour la mort d’un policier"],
    ["Mort à 84 ans de la chanteuse Ada Quill"],
    ["Le procès des 13 accusés s’ouvre après la mort d’un témoin"],
    ["La policière est tuée 2 jours après son retour"],
    ["La Bourse de Paris gagne 12 points"],
  ])("reads no toll in the French headline: %s", (title) => {
    expect(tollOf({ title, summary: "" }, "fr")).toEqual({});
  });

  test.each([
    ["Japan quake kills at least 400", { killed: 400 }],
    ["Death toll in Valmere floods rises to 1,204", { killed: 1_204 }],
    ["Twelve people have been killed in a ferry fire", { killed: 12 }],
    ["Coach crash leaves three dead and 40 injured", { killed: 3, injured: 40 }],
    ["Police arrest 27 after derby", { arrested: 27 }],
    ["A man dies in a house fire", { killed: 1 }],
    ["Wildfire: 4,500 residents evacuated", { evacuated: 4_500 }],
  ])("reads the English headline: %s", (title, toll) => {
    expect(tollOf({ title, summary: "" }, "en")).toEqual(toll);
  });

  test.each([
    ["Ten years after the attack, a town remembers its dead"],
    ["Man, 42, dies in Leeds fire"],
    ["Two officers on trial over the death of a driver"],
    ["Boy killed 12 days before his birthday"],
    ["Firm to cut 400 jobs after a deadly blast"],
    ["A 30-year-old killed in Bristol is named"],
  ])("reads no toll in the English headline: %s", (title) => {
    expect(tollOf({ title, summary: "" }, "en")).toEqual({});
  });

  test("reads the first sentence of the summary, and no number of an earlier event after it", () => {
    const summary = "At least 38 people were killed on Friday. The quake of 1995 killed 6,434.";
    expect(tollOf({ title: "Quake hits Kobe", summary }, "en")).toEqual({ killed: 38 });
  });
});

describe("withOlderToll", () => {
  const at = (hour: number, outlet: string, title: string) => ({
    ...article(outlet, title),
    publishedAt: new Date(Date.UTC(2026, 10, 22, hour)),
  });
  const early = at(3, "La Une", "Séisme : 3 morts");
  const high = at(8, "La Deux", "Séisme : 400 morts");
  const late = at(9, "La Trois", "Séisme : au moins 3 morts");
  const silent = at(9, "La Quatre", "Le Japon frappé par un séisme");

  test("finds the articles with a lower toll than another one, also later ones", () => {
    const story = storyOf("fr", early, high, late, silent);
    expect([...withOlderToll(story)]).toEqual([early, late]);
  });

  test("gives up a toll that the reports of the last six hours no longer give", () => {
    const feared = at(1, "La Une", "Naufrage : 90 morts");
    const counted = at(9, "La Deux", "Naufrage : 12 morts");
    expect([...withOlderToll(storyOf("fr", feared, counted))]).toEqual([]);
  });
});
