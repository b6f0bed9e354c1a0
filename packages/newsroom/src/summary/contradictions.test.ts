import { expect, test } from "vitest";
import { contradicts, statementsOf } from "./contradictions.ts";

const quake = statementsOf(
  [
    "Hongkong : l’incendie a fait 44 morts et 279 disparus",
    "Quelque 900 personnes sont hébergées dans 12 écoles, dont 5 à Tai Po. La maire n’a pas demandé l’aide de Pékin. Elle a refusé de quitter la ville. Le taux passe de 4 % à 3,75 %. Un seul hôpital sur 3 a ouvert.",
  ],
  "fr",
);
test.each([
  ["L’incendie a fait 279 morts et 44 disparus.", true],
  ["On compte 44 morts et 279 personnes disparues.", false],
  ["Deux cent soixante-dix-neuf morts sont comptés.", true],
  ["Douze écoles hébergent 900 personnes.", false],
  ["Cinq écoles sont à Tai Po.", false],
  ["La maire a demandé l’aide de Pékin.", true],
  ["La maire n’a demandé aucune aide à Pékin.", false],
  ["La maire refuse de demander l’aide de Pékin.", false],
  ["La maire ne quitte pas la ville.", false],
  ["Le taux monte de 3,75 % à 4 %.", true],
  ["Le taux baisse de 4 % à 3,75 %.", false],
  ["Le taux baisse à 3,75 %, contre 4 %.", false],
  ["Un hôpital n’a pas ouvert.", true],
])("French: %s", (sentence, expected) => {
  expect(contradicts(sentence, quake, "fr")).toBe(expected);
});

const match = statementsOf(
  [
    "Le PSG a battu l’OM 2-1 dimanche à Paris. Emmanuel Macron a reçu Friedrich Merz. Lens a battu Nice puis Nice a battu Lens.",
  ],
  "fr",
);
test.each([
  ["L’OM a battu le PSG 2-1.", true],
  ["Le PSG a battu l’OM 2-1.", false],
  ["L’OM a été battu par le PSG.", false],
  ["Nice a battu Lens.", false],
  ["Merz a reçu Macron.", true],
  ["Macron a reçu le chancelier Merz.", false],
])("who did what to whom: %s", (sentence, expected) => {
  expect(contradicts(sentence, match, "fr")).toBe(expected);
});

const rate = statementsOf(
  [
    "Bank cuts rate to 3.75% from 4%",
    "The Bank of England cut its rate from 4% to 3.75% on Thursday. Nine people were killed and 30 others were injured, with 12 police officers hurt near the Bank. The governor did not apologise. No arrests were made. Five of 12 branches will close, 3 of them in Leeds.",
  ],
  "en",
);
test.each([
  ["The rate was raised from 3.75% to 4%.", true],
  ["The rate falls from 4% to 3.75%.", false],
  ["The rate falls to 3.75% from 4%.", false],
  ["Thirty people were killed near the Bank.", true],
  ["Thirty police officers were injured.", true],
  ["Nine people were killed near the Bank, and 30 were injured.", false],
  ["The governor apologised.", true],
  ["Two arrests were made.", true],
  ["The governor refused to apologise.", false],
  ["The governor offered no apology.", false],
  ["Three branches in Leeds will close.", false],
  ["The Bank did not cut its rate.", true],
])("English: %s", (sentence, expected) => {
  expect(contradicts(sentence, rate, "en")).toBe(expected);
});
