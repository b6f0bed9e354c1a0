import { expect, test } from "vitest";
import { englishTypography, frenchTypography } from "./typography.ts";

const n = "\u00A0";
const f = "\u202F";

test("sets French spaces, apostrophes and guillemets", () => {
  expect(frenchTypography("L'eau monte: que faire?")).toBe(`L’eau monte${n}: que faire${f}?`);
  expect(frenchTypography('Il dit "oui" ; elle dit « non » !')).toBe(
    `Il dit «${n}oui${n}»${f}; elle dit «${n}non${n}»${f}!`,
  );
  expect(frenchTypography("12 000 euros, soit 3,5 % de plus...")).toBe(
    `12${f}000 euros, soit 3,5${n}% de plus…`,
  );
});

test("groups thousands, but not a year and the number after it", () => {
  expect(frenchTypography("2 500 000 euros en 2025 120 fois")).toBe(
    `2${f}500${f}000 euros en 2025 120 fois`,
  );
});

test("puts no-break spaces into hours, units, temperatures and titles", () => {
  expect(frenchTypography("À 14h30, M. Hall et Mme Roux font 4,7 km vers 17h")).toBe(
    `À 14${n}h${n}30, M.${n}Hall et Mme${n}Roux font 4,7${n}km vers 17${n}h`,
  );
  expect(frenchTypography("212 M€ à -3 °C (+ 1,1 %), n° 5, 24h/24")).toBe(
    `212${n}M€ à −3${n}°C (+1,1${n}%), n°${n}5, 24${n}h/24`,
  );
  expect(frenchTypography("Le no 2 : 12cm, 85g, 0,4m/s, –0,7 %, 78,3 G$, la 46ème, la 2ᵉ")).toBe(
    `Le n°${n}2${n}: 12${n}cm, 85${n}g, 0,4${n}m/s, −0,7${n}%, 78,3${n}G$, la 46e, la 2e`,
  );
  expect(frenchTypography("16'000 postes à l'Airbus A320")).toBe(
    `16${f}000 postes à l’Airbus A320`,
  );
  expect(frenchTypography("Les 24 heures du Mans, 12 mètres, 3 mois")).toBe(
    "Les 24 heures du Mans, 12 mètres, 3 mois",
  );
});

test("writes the ligature of « cœur », and the hours of agencies like others", () => {
  expect(frenchTypography("Greffée du coeur, sa soeur ouvre l’oeil à 10H30 : OEUVRE")).toBe(
    `Greffée du cœur, sa sœur ouvre l’œil à 10${n}h${n}30${n}: ŒUVRE`,
  );
  expect(frenchTypography("Une moelle, Noël et un coefficient")).toBe(
    "Une moelle, Noël et un coefficient",
  );
});

test("leaves hours and text that already has its typography unchanged", () => {
  const set = `L’eau monte${n}: que faire${f}? À 08:30, on saura.`;
  expect(frenchTypography(set)).toBe(set);
  expect(frenchTypography(frenchTypography("A: b ; c"))).toBe(frenchTypography("A: b ; c"));
});

test("sets English apostrophes and quotation marks", () => {
  expect(englishTypography(`It's the "people's" choice...`)).toBe("It’s the “people’s” choice…");
});

test("changes points in thousands, single quotes and hyphens between words to French typography", () => {
  expect(frenchTypography("1.200 postes - 12.500.000 euros, l'article 49.3")).toBe(
    `1${f}200 postes – 12${f}500${f}000 euros, l’article 49.3`,
  );
  expect(frenchTypography("'Une icône s'en va', dit-il")).toBe(
    `«${n}Une icône s’en va${n}», dit-il`,
  );
});

test("sets single quotes inside a quotation, and around an apostrophe", () => {
  expect(frenchTypography(`"On nous dit 'merci, c'est fini'" : la mairie répond`)).toBe(
    `«${n}On nous dit “merci, c’est fini”${n}»${n}: la mairie répond`,
  );
  expect(frenchTypography("Vélib' : un coup de com'")).toBe(`Vélib’${n}: un coup de com’`);
  expect(frenchTypography("«L'été 'chaud' de l'après-guerre»")).toBe(
    `«${n}L’été “chaud” de l’après-guerre${n}»`,
  );
});

test("removes the full stop after British titles and sets dashes around asides", () => {
  expect(englishTypography("Mr. Hall, Dr. Reed - both of St. Ives")).toBe(
    "Mr Hall, Dr Reed – both of St. Ives",
  );
  expect(englishTypography("It scored 1,501 — a record—w/ 3 left w/out him")).toBe(
    "It scored 1,501 – a record – with 3 left without him",
  );
});

test.each([
  [`Il gagne en 1'19"387, soit 0"108 de mieux`, `Il gagne en 1'19"387, soit 0"108 de mieux`],
  [`"Un 9"87 de rêve", dit-il`, `«${n}Un 9"87 de rêve${n}», dit-il`],
  [`Le "plan 2030" et le "plan 2040"`, `Le «${n}plan 2030${n}» et le «${n}plan 2040${n}»`],
])("takes no sign of seconds for a quotation mark: %s", (text, expected) => {
  expect(frenchTypography(text)).toBe(expected);
});

test("takes no sign of inches for a quotation mark", () => {
  expect(englishTypography(`He is 5'10" and 6'2", says "Team 8"`)).toBe(
    'He is 5’10" and 6’2", says “Team 8”',
  );
});
