import { expect, test } from "vitest";
import { withCapitals } from "./capitals.ts";

test.each([
  ["Agé de 35 ans, il a été écroué.", [], "Âgé de 35 ans, il a été écroué."],
  ["Elisabetta Conti voit Elisabeth Borne", [], "Elisabetta Conti voit Élisabeth Borne"],
  [
    "Schneider Electric et l’électricité : Electricité",
    [],
    "Schneider Electric et l’électricité : Électricité",
  ],
  [
    "The Economist, Economiste, Ethiopian, Ethiopie",
    [],
    "The Economist, Économiste, Ethiopian, Éthiopie",
  ],
  ["A priori, EgyptAir desservira l’Egypte", [], "A priori, EgyptAir desservira l’Égypte"],
  [
    "Clermont-Ferrand : LE PONT ROUVRE APRES UN AN",
    [],
    "Clermont-Ferrand : le pont rouvre apres un an",
  ],
  ["LE PATRON DE RENAULT RECU A ROUEN", [], "Le patron de Renault recu à Rouen"],
  [
    "STMICRO : UBS RELEVE SON OBJECTIF SUR TOTALENERGIES",
    ["UBS relève l’objectif du titre STMicro, et de TotalEnergies."],
    "STMicro : UBS relève son objectif sur TotalEnergies",
  ],
  [
    "LE MINISTRE DE L'INTERIEUR DEMISSIONNE",
    ["Le ministre de l’Intérieur a annoncé jeudi qu’il démissionnait."],
    "Le ministre de l'Intérieur démissionne",
  ],
  [
    "ETATS-UNIS : LE SENAT REJETTE LA NOMINATION",
    ["Les sénateurs ont rejeté la nomination par 51 voix contre 49."],
    "États-Unis : le sénat rejette la nomination",
  ],
  [
    "METEO : LA LOIRE-ATLANTIQUE PLACEE EN VIGILANCE",
    ["Météo-France a placé la Loire-Atlantique en vigilance."],
    "Météo : la Loire-Atlantique placée en vigilance",
  ],
  [
    "UN MAIRE TUE PAR BALLE, UN HOMME ARRETE A PARIS",
    ["Le maire a été tué, et un homme arrêté, à Paris."],
    "Un maire tué par balle, un homme arrête à Paris",
  ],
  [
    "L’ETE LE PLUS CHAUD : LE TRAFIC TRES PERTURBE AU 3EME JOUR",
    ["Le trafic a été perturbé par l’été le plus chaud."],
    "L’été le plus chaud : le trafic tres perturbé au 3eme jour",
  ],
  [
    "L’ELECTION DU PSG. LE PAPE LEON XIV A L’OTAN",
    [],
    "L’élection du PSG. Le pape leon XIV à l’OTAN",
  ],
  [
    "BNP PARIBAS : OBJECTIF DE MARGE RELEVE A 13% EN 2028",
    ["La banque BNP Paribas vise une marge de 13 % en 2028."],
    "BNP Paribas : objectif de marge releve à 13% en 2028",
  ],
  [
    "LE MAIRE DE BEDARIEUX DEMISSIONNE",
    ["JOEL ASTRUC, LE MAIRE DE LA COMMUNE, A DEMISSIONNE."],
    "Le Maire de Bedarieux Demissionne",
  ],
  ["LES EFFECTIFS DE LA FRANCE ET DE L’UE", [], "Les effectifs de la France et de l’UE"],
  ["LE PILOTE DE F1 RETARDE PAR LE G7", [], "Le pilote de F1 retarde par le G7"],
])("writes %s in the case of a sentence, with its names", (text, others, written) => {
  expect(withCapitals(text, "fr", others)).toBe(written);
});

test.each([
  ["NHS STRIKE IN UK TO BEGIN ON MONDAY", [], "NHS strike in UK to begin on Monday"],
  ["SENATE PASSES $1.2TN SPENDING BILL", [], "Senate passes $1.2tn spending bill"],
  [
    "FLOODS ALONG THE ILLINOIS RIVER",
    ["THE RIVER ROSE BY TEN FEET ON FRIDAY."],
    "Floods Along the Illinois River",
  ],
  ["TRUMP MEETS MODI. INDIA AGREES", ["Modi said India agrees."], "Trump meets Modi. India agrees"],
])("writes %s with the capitals of English", (text, others, written) => {
  expect(withCapitals(text, "en", others)).toBe(written);
});

test.each([
  ["A midi, l’Ecosse mène. A 59 ans, il part.", "À midi, l’Écosse mène. À 59 ans, il part."],
  ["A 13H00, le CAC 40 cédait 0,29 %.", "À 13H00, le CAC 40 cédait 0,29 %."],
  ["A 69 : les Emirats et l’Equipe d’Epinal", "A 69 : les Émirats et l’Équipe d’Épinal"],
  ["Evénement : Emilie part, Eventuel report", "Événement : Émilie part, Éventuel report"],
  ["Evenepoel bat Emilio, dit l’Evening Standard", null],
  ["Elon Musk, Emirates et Electronic Arts à Eindhoven", null],
  ["Il a vu « A Complete Unknown »", null],
])("adds the accents of capitals: %s", (text, written) => {
  expect(withCapitals(text, "fr")).toBe(written ?? text);
});
