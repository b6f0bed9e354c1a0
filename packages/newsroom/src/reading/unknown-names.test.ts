import { expect, test } from "vitest";
import { unknownNames } from "./unknown-names.ts";

test("lists the names that the lexicon lacks, the most frequent first", () => {
  const texts = [
    "Hier, Jean Dupont et Merz ont parlé à Bruxelles.",
    "La maire, Anne Petit, répond à Jean Dupont.",
    "Le ministre Jean Dupont a signé. Il a revu Jean Dupont.",
  ];
  expect(unknownNames(texts, "fr", 2)).toEqual([
    { name: "Jean Dupont", texts: 3 },
    { name: "Anne Petit", texts: 1 },
  ]);
});

test("lists no months and days of the week", () => {
  const texts = ["On Sunday, Bexley won. The vote of last March, in Bexley, was close."];
  expect(unknownNames(texts, "en", 9)).toEqual([{ name: "Bexley", texts: 1 }]);
});
