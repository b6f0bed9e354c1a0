import { expect, test } from "vitest";
import { toSsml } from "./ssml.ts";

/** What is heard: the alias in place of what is written. */
const heard = (text: string, language: "fr" | "en") =>
  toSsml(text, language)
    .replace(/<sub alias="([^"]*)">.*?<\/sub>/gu, "$1")
    .replace(/^<speak>|<\/speak>$/gu, "");

test("sentences are set apart, and nothing of the text can end up as markup", () => {
  expect(toSsml('R&D <b>"hausse"</b>. Puis baisse.', "fr")).toBe(
    '<speak>R&amp;D &lt;b&gt;&quot;hausse&quot;&lt;/b&gt;.<break time="400ms"/>Puis baisse.</speak>',
  );
  expect(toSsml("La n° 1 gagne.", "fr")).toBe(
    '<speak>La <sub alias="numéro ">n°</sub> 1 gagne.</speak>',
  );
});

test.each([
  ["Un coût de 12\u202F000 euros", "Un coût de 12000 euros"],
  ["soit 4,2 Md€ et 12\u00A0M€", "soit 4,2 milliards d’euros et 12 millions d’euros"],
  ["Nantes bat Lens 3-1", "Nantes bat Lens 3 à 1"],
  ["les 18–25 ans", "les 18 à 25 ans"],
  ["à 20h30, puis à 1h", "à 20 heures 30, puis à 1 heure"],
  ["le 01/12/2026", "le 1er décembre 2026"],
  ["au XXIe siècle, Louis XIV", "au 21e siècle, Louis 14"],
  ["M. Dupont et Mme Martin", "monsieur Dupont et madame Martin"],
  ["130 km/h", "130 kilomètres-heure"],
  ["À Bruxelles et à Metz", "À Brusselle et à Messe"],
  ["la saison 2026-2027", "la saison 2026-2027"],
])("French: %s", (text, spoken) => {
  expect(heard(text, "fr")).toBe(spoken);
});

test.each([
  ["a £12m plan, then $3.5bn", "a 12 million pounds plan, then 3.5 billion dollars"],
  ["Arsenal won 3-1", "Arsenal won 3, 1"],
  ["18-25 year olds", "18 to 25 year olds"],
  ["at 8.30pm on 06/12/2026", "at 8:30 pm on 6 December 2026"],
  ["King Charles III", "King Charles the 3rd"],
  ["World War II", "World War 2"],
  ["at No 10", "at number 10"],
  ["Macron in Edinburgh", "Mackrong in Edinburra"],
  ["Macronism", "Macronism"],
])("English: %s", (text, spoken) => {
  expect(heard(text, "en")).toBe(spoken);
});
