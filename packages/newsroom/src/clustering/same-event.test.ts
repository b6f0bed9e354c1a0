import { describe, expect, test } from "vitest";
import { articleStory } from "../testing/index.ts";
import { preparedStory, reportSameEvent } from "./same-event.ts";

type Text = [title: string, summary: string];
const same = (language: "fr" | "en", one: Text, other: Text) =>
  reportSameEvent(
    preparedStory(articleStory(language, ...one)),
    preparedStory(articleStory(language, ...other)),
  );

const twelveTowns: Text = [
  "Le vote anticipé testé dans douze villes dès le printemps",
  "Douze villes ouvriront un bureau de vote trois jours avant le scrutin municipal partiel de mars. L’objectif est de faciliter la vie de ceux qui travaillent le dimanche.",
];

describe("stories of the same event", () => {
  test("in other words, with the number in words or in digits", () => {
    const trial = "Voter trois jours plus tôt : l’essai aura lieu en mars";
    const summary = (towns: string) =>
      `Un bureau de vote ouvrira trois jours à l’avance dans ${towns} villes, lors du scrutin municipal partiel de mars. Le vote anticipé doit aider les personnes qui travaillent le dimanche.`;
    expect(same("fr", twelveTowns, [trial, summary("douze")])).toBe(true);
    expect(same("fr", twelveTowns, [trial, summary("12")])).toBe(true);
  });

  test("in headlines alone", () => {
    expect(
      same(
        "en",
        ["Firefighters battle blaze at Sarlange cathedral", ""],
        ["Sarlange cathedral blaze: firefighters save the treasure", ""],
      ),
    ).toBe(true);
  });
});

test.each<[string, "fr" | "en", Text, Text]>([
  [
    "the women’s and the men’s final",
    "en",
    ["France beat Norway 27-24 in women’s handball final", "The French women won the title."],
    ["Denmark beat France 31-28 in men’s handball final", "The Danish men won the title."],
  ],
  [
    "two medals",
    "fr",
    ["Mondiaux de judo : l’or pour Inès Malik", "La judokate a gagné la médaille d’or à Almaty."],
    [
      "Mondiaux de judo : le bronze pour Lucas Pons",
      "Le judoka a gagné la médaille de bronze à Almaty.",
    ],
  ],
  [
    "two events of one place",
    "fr",
    ["Incendie à la cathédrale de Sarlange", "La charpente a brûlé dans la nuit."],
    ["Le maire de Sarlange ne se représentera pas", "Il a annoncé sa décision au conseil."],
  ],
  [
    "the request and the verdict of a trial",
    "fr",
    ["Trente ans requis contre l’infirmière Chloé Vasse", "L’accusation demande trente ans."],
    ["L’infirmière Chloé Vasse condamnée à vingt-cinq ans", "Le verdict est tombé mardi."],
  ],
])("keeps apart %s", (_name, language, one, other) => {
  expect(same(language, one, other)).toBe(false);
});
