import { byForm } from "./reading.ts";

export const quarters: Record<string, string> = {
  T1: "premier trimestre",
  T2: "deuxième trimestre",
  T3: "troisième trimestre",
  T4: "quatrième trimestre",
  S1: "premier semestre",
  S2: "deuxième semestre",
};

/** Words of accounts, as a part of a pattern: "T3" in their sentence is a quarter. */
export const accounts =
  "%|(?<!\\p{L})(?:bénéfices?|chiffres? d'affaires|chômage|commandes|croissance|inflation|livraisons|marges?|pertes?|PIB|profits?|recettes|résultats?|revenus|trimestriels?|ventes)(?!\\p{L})";

export const fractions: Record<string, string> = byForm({
  "1/2|½": "un demi",
  "1/3": "un tiers",
  "2/3": "deux tiers",
  "1/4|¼": "un quart",
  "3/4|¾": "trois quarts",
});

export const compared = {
  ">": "plus de",
  "≥": "au moins",
  "<": "moins de",
  "≤": "au plus",
  "≈": "environ",
  "~": "environ",
  "±": "plus ou moins",
  "+/-": "plus ou moins",
};

export const finals: Record<string, string> = {
  2: "demi-",
  4: "quart de ",
  8: "huitième de ",
  16: "seizième de ",
  32: "trente-deuxième de ",
};

/** Names that are followed by the number of a ruler or a pope, of one letter as well. */
export const regnalNames =
  "Albert|Alexandre|Alphonse|Baudouin|Benoît|Catherine|Charles|Clément|Édouard|Edouard|Elizabeth|Élisabeth|Elisabeth|Felipe|Ferdinand|François|Frédéric|George|Georges|Grégoire|Guillaume|Hassan|Henri|Innocent|Jacques|Jean|Jean-Paul|Jules|Juan Carlos|Léon|Léopold|Louis|Margrethe|Mohammed|Napoléon|Nicolas|Paul|Philippe|Pie|Pierre|Ramsès|Richard|Sixte|Urbain|Victor-Emmanuel";

/** What is numbered with Roman numbers. */
export const parts =
  "acte|annexe|article|chapitre|classe|division|épisode|groupe|guerre|jeux|jo|ligue|livre|mark|niveau|olympiade|partie|phase|saison|stade|titre|tome|type|volume";

/** Titles and kinds of streets before a name, as parts of a pattern. */
export const titles: Record<string, string> = {
  "M\\.": "monsieur",
  "MM\\.": "messieurs",
  Mme: "madame",
  Mmes: "mesdames",
  Mlle: "mademoiselle",
  "Dr\\.?": "docteur",
  "Pr\\.?": "professeur",
  "Me\\.?": "maître",
  Mes: "maîtres",
  "Mgr\\.?": "monseigneur",
  "Gal\\.?": "général",
  "Gén\\.": "général",
  "Cdt\\.?": "commandant",
  "Lt-[Cc]ol\\.?": "lieutenant-colonel",
  St: "Saint",
  Ste: "Sainte",
  "av\\.": "avenue",
  "bd\\.?": "boulevard",
  "boul\\.": "boulevard",
};

/** Abbreviations of what has a number: "art. 49", "p. 12". */
export const beforeNumber: Record<string, string> = {
  "[Aa]rt": "article",
  al: "alinéa",
  cal: "calibre",
  chap: "chapitre",
  env: "environ",
  p: "page",
};
/** Abbreviations of what is numbered or counted: "3e trim.", "12 pers." */
export const afterNumber: Record<string, string> = {
  arr: "arrondissement",
  pers: "personnes",
  sem: "semestre",
  trim: "trimestre",
};
