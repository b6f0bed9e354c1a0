import { expect, test } from "vitest";
import { toSsml } from "./ssml.ts";

/** The spoken text: the aliases instead of the written text. */
const heard = (text: string, language: "fr" | "en") =>
  toSsml(text, language)
    .replace(/<sub alias="([^"]*)">.*?<\/sub>/gu, "$1")
    .replace(/^<speak>|<\/speak>$/gu, "");

test("puts pauses between sentences and escapes all markup of the text", () => {
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
  ["M. Trump et le Dr Merz", "monsieur Treump et le docteur Mertse"],
  ["130 km/h", "130 kilomètres-heure"],
  ["À Bruxelles et à Metz", "À Brusselle et à Messe"],
  ["la saison 2026-2027", "la saison 2026-2027"],
  ["l’art. 49.3", "l’article 49 3"],
  ["8\u202F123,45 points", "8123,45 points"],
  [
    "9\u202F500\u00A0€/m², soit 1\u00A0€ le m²",
    "9500 euros par mètre carré, soit 1 euro le mètre carré",
  ],
  ["un 120\u00A0m² à 71,30\u00A0$", "un 120\u00A0mètres carrés à 71,30 dollars"],
  ["+3,2\u00A0% et -35\u00A0%", "plus 3,2\u00A0% et moins 35\u00A0%"],
  ["en oct. 2025, le 3 nov. dernier", "en octobre 2025, le 3 novembre dernier"],
  ["le Dr Martin et Me Dupond", "le docteur Martin et maître Dupond"],
  ["178-160 voix, un A320-200", "178 à 160 voix, un A320-200"],
  ["ouvert 24h/24 et 7j/7", "ouvert 24 heures sur 24 et 7 jours sur 7"],
  ["ouvert 24\u00A0h/24, à 14\u00A0h\u00A030", "ouvert 24 heures sur 24, à 14 heures 30"],
  ["M.\u00A0Hall, n°\u00A05, −3\u00A0°C", "monsieur\u00A0Hall, numéro 5, moins 3\u00A0degrés"],
  ["le 31.03.2027, 78,3\u00A0G$", "le 31 mars 2027, 78,3 milliards de dollars"],
  ["un 10/10 au tir, 25 messages/jour", "un 10 sur 10 au tir, 25 messages par jour"],
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
  ["a record $57B, then $54.7M", "a record 57 billion dollars, then 54.7 million dollars"],
  ["$150 Million in tickets", "150 million dollars in tickets"],
  ["sold for €30m-€40m", "sold for 30 to 40 million euros"],
  ["£1,200-a-night, £1 a day", "1,200 pounds-a-night, 1 pound a day"],
  ["up 4.3pc in Sept, from 7 Dec", "up 4.3 per cent in September, from 7 December"],
  ["since Mar. 2026", "since March 2026"],
  ["by 2029-30", "by 2029 to 30"],
  ["voted 5-4; a 178-160 vote", "voted 5 to 4; a 178 to 160 vote"],
  [
    "a 322-ft-tall rocket, 375 mi. away, c.1665",
    "a 322-foot-tall rocket, 375 miles away, circa 1665",
  ],
  ["a $78.3-billion deficit", "a 78.3 billion dollar deficit"],
  [
    "A$97,412, C$1.5-billion, ₹6,632.30 crore",
    "97,412 Australian dollars, 1.5 billion Canadian dollar, 6,632.30 crore rupees",
  ],
  ["200mm of rain, 12 km away", "200 millimetres of rain, 12 kilometres away"],
  ["scored 9/10 in 2hr 17min", "scored 9 out of 10 in 2 hours 17 minutes"],
  ["+3% at -5C", "plus 3% at minus 5C"],
  ["sales rose YoY", "sales rose year on year"],
])("English: %s", (text, spoken) => {
  expect(heard(text, "en")).toBe(spoken);
});
