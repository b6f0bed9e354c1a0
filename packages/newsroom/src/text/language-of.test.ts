import { expect, test } from "vitest";
import { isForeign, languageOf } from "./language-of.ts";

test.each([
  ["fr", "Les sénateurs ont voté le texte par 178 voix contre 160, après une nuit de débats."],
  ["fr", "Fermé depuis trois ans, le pont rouvre à la circulation."],
  ["en", "The bridge, closed for three years, reopens to traffic on Monday."],
  ["en", "Ministers agreed on a plan to keep 12 hospitals open this winter."],
  [null, "El Senado aprobó la ley por 178 votos a favor, según la presidencia."],
  [null, "Der Senat hat das Gesetz mit 178 Stimmen angenommen, sagte der Präsident."],
  [null, "Il Senato ha approvato la legge con 178 voti, secondo la presidenza."],
  [null, "O Senado aprovou a lei com 178 votos, segundo a presidência."],
  [null, "De brug is na drie jaar weer open voor het verkeer."],
  [null, "Сенат принял закон 178 голосами."],
  [null, "参议院通过了这项法律。"],
  [null, ""],
] as const)("%s: %s", (language, text) => {
  expect(languageOf(text)).toBe(language);
});

test.each([
  ["fr", "Gunmen attacked a school in the north and abducted 215 pupils, the church said"],
  ["fr", "De regering verhoogt de btw op gas van 6 naar 21 procent, zegt de premier"],
  ["fr", "الملك يستقبل رئيس الوزراء"],
  ["en", "Le premier ministre annonce sa démission à la chaîne France 24"],
  ["en", "El Gobierno aprueba la subida del salario mínimo a 1.200 euros"],
] as const)("finds that a text is not in the language %s: %s", (language, text) => {
  expect(isForeign(text, language)).toBe(true);
});

test.each([
  ["fr", "« The Voice » : Zaz bat Mika"],
  ["fr", "La Liga : le Real Madrid écrase le FC Séville de Luis García"],
  ["fr", "2026"],
  ["en", "Le Pen: De La Hoya and Der Spiegel named in file"],
  ["en", "Los Angeles fires: La Cañada homes lost"],
  ["fr", `${"Le pont rouvre à la circulation. ".repeat(20)}${"The bridge is open. ".repeat(90)}`],
] as const)("does not take names for another language than %s: %s", (language, text) => {
  expect(isForeign(text, language)).toBe(false);
});
