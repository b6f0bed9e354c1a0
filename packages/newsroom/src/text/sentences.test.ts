import { expect, test } from "vitest";
import { sentences } from "./sentences.ts";

test("does not end a sentence at titles, initials and numbers", () => {
  expect(
    sentences("M. Dupont arrive. Il repart à 8 h 30. Les prix montent de 3,5 %.", "fr"),
  ).toEqual(["M. Dupont arrive.", "Il repart à 8 h 30.", "Les prix montent de 3,5 %."]);
  expect(sentences("Mr. Smith met J. K. Rowling. Prices rose 3.5 per cent! Why?", "en")).toEqual([
    "Mr. Smith met J. K. Rowling.",
    "Prices rose 3.5 per cent!",
    "Why?",
  ]);
});

test.each([
  ["fr", "Il engage l’art. 49.3 du texte. Fin.", ["Il engage l’art. 49.3 du texte.", "Fin."]],
  [
    "fr",
    "La ville est tenue depuis oct. 2025. Fin.",
    ["La ville est tenue depuis oct. 2025.", "Fin."],
  ],
  [
    "fr",
    "Il avait dix ans. 12 personnes sont mortes.",
    ["Il avait dix ans.", "12 personnes sont mortes."],
  ],
  ["en", "It hit Mt. Ortok and Ft. Worth. Fin.", ["It hit Mt. Ortok and Ft. Worth.", "Fin."]],
  ["en", "It was closed. 3,000 people left.", ["It was closed.", "3,000 people left."]],
  ["fr", "C’était au 3e trim. Elle est partie.", ["C’était au 3e trim.", "Elle est partie."]],
  ["fr", "C’était en oct. Elle est partie.", ["C’était en oct.", "Elle est partie."]],
  ["fr", "J.-C. Martin arrive. Me. Dupond plaide.", ["J.-C. Martin arrive.", "Me. Dupond plaide."]],
  [
    "en",
    "It left at 3:55 p.m. ET (20:55 UTC). It landed.",
    ["It left at 3:55 p.m. ET (20:55 UTC).", "It landed."],
  ],
  [
    "en",
    "It was hit at 1 a.m. Monday. Tuesday is a holiday.",
    ["It was hit at 1 a.m. Monday.", "Tuesday is a holiday."],
  ],
  [
    "en",
    "She wrote it on X. The post was removed.",
    ["She wrote it on X.", "The post was removed."],
  ],
  ["fr", "Il l’a écrit sur X. Son parti se tait.", ["Il l’a écrit sur X.", "Son parti se tait."]],
  [
    "fr",
    "« C’est non ! » répond le ministre. Fin.",
    ["« C’est non ! » répond le ministre.", "Fin."],
  ],
  ["fr", "« Stop ! », message du pape. Fin.", ["« Stop ! », message du pape.", "Fin."]],
  ["fr", "Le collectif « Dehors ! » a gagné. Fin.", ["Le collectif « Dehors ! » a gagné.", "Fin."]],
  ["fr", "« Qui ? » Il se tait.", ["« Qui ? »", "Il se tait."]],
  ["en", "“Is it over?” asked the minister.", ["“Is it over?” asked the minister."]],
  [
    "en",
    "Yahoo! shares rose. Will it last? iPhone sales fell.",
    ["Yahoo! shares rose.", "Will it last?", "iPhone sales fell."],
  ],
  [
    "en",
    "It costs £72, i.e. £4 less. See e.g. Leeds.",
    ["It costs £72, i.e. £4 less.", "See e.g. Leeds."],
  ],
  ["en", "It left at 3 p.m. The crew slept.", ["It left at 3 p.m.", "The crew slept."]],
  [
    "en",
    "No. 10 said so. He said no. Then he left.",
    ["No. 10 said so.", "He said no.", "Then he left."],
  ],
  [
    "en",
    "Apple Inc. Chief Tim Cook spoke in the U.S. Senate.",
    ["Apple Inc. Chief Tim Cook spoke in the U.S. Senate."],
  ],
] as const)("%s: %s", (language, text, expected) => {
  expect(sentences(text, language)).toEqual(expected);
});

test.each([
  ["le Lt-col. Beltrame est mort.", "fr"],
  ["au 12, av. Foch.", "fr"],
  ["un repas pour 12 pers. (30 €).", "fr"],
  ["in c. 1900.", "en"],
  ["Le PIB du 3e trim. 2026, en hausse de 4 %.", "fr"],
  ["Le 1er sem. 2026 est calme.", "fr"],
  ["Dans le 13e arr. 200 logements sont prêts.", "fr"],
  ["Il agit selon l’Art. 200.", "fr"],
  ["He acted under Art. 200.", "en"],
  ["Sens. Fetterman, D-Pa., and King voted.", "en"],
  ["They met at Lake Shore Blvd. W. and Park Lawn Rd.", "en"],
] as const)("does not end a sentence at the abbreviation in: %s", (text, language) => {
  expect(sentences(text, language)).toEqual([text]);
});

test("makes one sentence of a text without a full stop, and none of an empty text", () => {
  expect(sentences("sans point final", "fr")).toEqual(["sans point final"]);
  expect(sentences("  ", "en")).toEqual([]);
});

test("keeps the closing guillemet with its quotation, with any kind of space", () => {
  expect(sentences("Il répond : « Non. » Le maire part. « Oui. »", "fr")).toEqual([
    "Il répond : « Non. »",
    "Le maire part.",
    "« Oui. »",
  ]);
  expect(sentences("Il répond : «\u00A0Non.\u00A0» Le maire part.", "fr")).toEqual([
    "Il répond : «\u00A0Non. »",
    "Le maire part.",
  ]);
});
