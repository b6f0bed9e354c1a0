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
  // no text writes "musk" in lower case, so it keeps its capital and is checked as a name
  ["Macron Closes Rural Branches With Musk", "Macron closes rural branches with Musk"],
  ["Bank closes branches in Wales", "Bank closes branches in Wales"],
  ["", ""],
])("changes to sentence case: %s", (given, expected) => {
  expect(sentenceCase(given, texts)).toBe(expected);
});
