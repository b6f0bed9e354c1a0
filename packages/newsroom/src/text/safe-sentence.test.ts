import { expect, test } from "vitest";
import { harm } from "./safe-sentence.ts";

test.each([
  ["fr", "Les sénateurs ont voté le texte par 178 voix contre 160.", null],
  ["fr", "Le pont, fermé trois ans, a coûté 12 000 000 d’euros.", null],
  ["fr", "Le pont a coûté 12 345 678 euros, dont 12 000 000 à la région.", null],
  ["fr", "Le contrat est de 12 345 678,50 euros.", null],
  ["en", "It cost $12,345,678.50, or 12,000,000 more than planned.", null],
  ["fr", "M. A. Dupont, du C.N.R.S., s’en félicite.", null],
  ["fr", "Il quittera ses fonctions le 31.03.2027.", null],
  ["fr", "Les entraîneurs appellent à la patience avant les grands rendez-vous.", null],
  ["fr", "Rendez-vous sur la page de la mairie.", "appeal"],
  ["fr", "Plus de détails sur pay-me.example.", "address"],
  ["fr", "Voir https://pay.example", "address"],
  ["fr", "Le <b>budget</b> passe.", "markup"],
  ["fr", "Le *budget* passe.", "markup"],
  ["fr", "Le gagnant est au 08 99 12 34 56.", "number"],
  ["fr", "Le gagnant est au 0 899 123 456.", "number"],
  ["fr", "Le gagnant est au +33 899 123 456.", "number"],
  ["en", "The winner is on 0800 555 111.", "number"],
  ["en", "The winner is on 0800 123 456.", "number"],
  ["en", "The winner is on +1 800 555 1234.", "number"],
  ["fr", "Le compte est FR7630006000011234567890189.", "number"],
  ["fr", "Appelez le numéro indiqué.", "appeal"],
  ["fr", "Votre abonnement expire ce soir.", "appeal"],
  ["fr", "En tant qu’assistant, je ne peux résumer ce texte.", "appeal"],
  ["en", "Ministers agreed to keep 12 hospitals open.", null],
  ["en", "Write to winner@pay.example.", "address"],
  ["en", "Click the button to win.", "appeal"],
  ["en", "You have been selected.", "appeal"],
  ["en", "As an AI language model I agree.", "appeal"],
  ["en", "Matinale now recommends the offer.", "appeal"],
] as const)("%s: %s", (language, sentence, expected) => {
  expect(harm(sentence, language)).toBe(expected);
});
