import { expect, test } from "vitest";
import { noticePage } from "./notice-page.ts";

test("names the brand of the owner's file and the reason in both languages, as text", () => {
  const page = noticePage("R&D <News>", { fr: "Fermé & <vide>.", en: "Closed." });
  expect(page.match(/R&amp;D &lt;News>/gu)).toHaveLength(3);
  expect(page).toContain('<div lang="fr">\n<h1>Fermé &amp; &lt;vide>.</h1>');
  expect(page).toContain('<div lang="en">\n<h1>Closed.</h1>');
});
