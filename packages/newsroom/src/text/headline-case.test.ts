import { expect, test } from "vitest";
import { sentenceCase } from "./headline-case.ts";

const texts = [
  "The Bank of Thornwick closed 40 branches this year, mostly in Wales, and staff will strike.",
  "Most of the branches that are closing are rural.",
];

test.each([
  [
    "Bank Closes Rural Branches in Wales as Staff Strike",
    "Bank closes rural branches in Wales as staff strike",
  ],
  ["Rural Branches of the Bank Are Closing", "Rural branches of the Bank are closing"],
  // nobody writes it small, so it has to be a name of the sources, which it is not
  ["Macron Closes Rural Branches With Musk", "Macron closes rural branches with Musk"],
  ["Bank closes branches in Wales", "Bank closes branches in Wales"],
  ["", ""],
])("%s", (given, expected) => {
  expect(sentenceCase(given, texts)).toBe(expected);
});
