import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The French texts of the replies, of the site and of the history, as they are in the source files. */
const french = ["conversation.ts", "wording.ts"].flatMap((file) =>
  [...readFileSync(new URL(file, import.meta.url), "utf8").matchAll(/^\s*fr: "(.*)",?$/gmu)].map(
    ([, text = ""]) => text,
  ),
);

test("French texts have no-break spaces before double punctuation and inside guillemets", () => {
  expect(french.length).toBeGreaterThan(50);
  for (const text of french) {
    expect(text).not.toMatch(/ [:;?!»]|« |n° |(?<=\p{L})[?!;]|'/u);
  }
});

test("keywords inside a French sentence are in guillemets", () => {
  for (const text of french) {
    expect(text).not.toMatch(/(?:Répondez|répondu|Envoyez|sur) (?:START|STOP|MENU|Écouter)/u);
  }
});
