import { expect, test } from "vitest";
import { sentences } from "./sentences.ts";

test("titles, initials and numbers do not end a sentence", () => {
  expect(
    sentences("M. Dupont arrive. Il repart à 8 h 30. Les prix montent de 3,5 %.", "fr"),
  ).toEqual(["M. Dupont arrive.", "Il repart à 8 h 30.", "Les prix montent de 3,5 %."]);
  expect(sentences("Mr. Smith met J. K. Rowling. Prices rose 3.5 per cent! Why?", "en")).toEqual([
    "Mr. Smith met J. K. Rowling.",
    "Prices rose 3.5 per cent!",
    "Why?",
  ]);
});

test("a text without an end is one sentence, an empty one is none", () => {
  expect(sentences("sans point final", "fr")).toEqual(["sans point final"]);
  expect(sentences("  ", "en")).toEqual([]);
});
