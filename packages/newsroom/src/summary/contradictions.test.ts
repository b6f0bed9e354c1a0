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
  ["L’OM bat le PSG.", true],
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
  ["Bank raid kills 12 in Leeds", true],
  ["Bank raid kills nine in Leeds", false],
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

const affair = statementsOf(
  [
    "Un ex-ministre mis en examen",
    "Paul Ferrand a été mis en examen vendredi pour corruption. Il aurait détourné 2 millions d’euros. La maire Lise Morin refuse d’ouvrir le stade. Les Bleus de Claude Roy perdent sans gloire. SUD-Rail appelle à la grève, la CGT négocie. Le chômage a reculé à 7,1 % au troisième trimestre, contre 7,3 % auparavant.",
  ],
  "fr",
);
test.each([
  ["Paul Ferrand a été condamné pour corruption.", true],
  ["La corruption de Paul Ferrand porte sur un stade.", true],
  ["Paul Ferrand est poursuivi pour corruption.", false],
  ["L’ex-ministre a détourné 2 millions d’euros.", true],
  ["L’ex-ministre est soupçonné d’avoir détourné 2 millions d’euros.", false],
  ["La maire Lise Morin ouvre le stade.", true],
  ["La maire Lise Morin ne veut pas ouvrir le stade.", false],
  ["Au stade, la CGT appelle à la grève.", true],
  ["Au stade, SUD-Rail appelle à la grève.", false],
  ["Le chômage augmente à 7,1 %.", true],
  ["Le chômage baisse à 7,1 %.", false],
  ["Le chômage est passé de 7,1 % à 7,3 %.", true],
])("French, what is alleged, who did it and which way it went: %s", (sentence, expected) => {
  expect(contradicts(sentence, affair, "fr")).toBe(expected);
});

const strike = statementsOf(
  [
    "Talks end without agreement",
    "A boy of 16 was found dead in Leeds. Talks at Royal Mail ended without agreement. A drink a day may raise the risk of cancer. Health minister Anne Carter resigned; Paul Reed asked for an inquiry. Shares in Norvik rose 3%.",
  ],
  "en",
);
test.each([
  ["A boy of 16 was murdered in Leeds.", true],
  ["A boy of 16 died in Leeds.", false],
  ["Royal Mail reached an agreement.", true],
  ["Royal Mail reached no agreement.", false],
  ["A drink a day raises the risk of cancer.", true],
  ["A drink a day could raise the risk of cancer.", false],
  ["Paul Reed resigned.", true],
  ["Anne Carter resigned.", false],
  ["Shares in Norvik fell 3%.", true],
  ["Shares in Norvik gained 3%.", false],
])("English, what is alleged, who did it and which way it went: %s", (sentence, expected) => {
  expect(contradicts(sentence, strike, "en")).toBe(expected);
});
