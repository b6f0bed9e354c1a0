import type { Language } from "@matinale/contracts";
import { unshouted } from "./unshouted.ts";

/** What follows the accent of a first capital that French newspapers often print without it: « Etat », « Ecole ». */
const afterE =
  "boul|chang|chec|clips|col(?!ab)|conom(?!ics|ist(?!e))|coss|cran|cras|dit(?!h|is)|douard|ducat|gal|glis|gypt(?!Air)|lect(?!ric(?!\\p{L})|ro(?:lux|nic))|lev(?!ance|en)|limin|lisa(?!betta)|lue?s?(?!\\p{L})|lys|meut|mil(?:e(?!\\p{L})|i(?![ao]))|mir(?!ates)|miss|nerg(?!y|ie[ns])|nigm|oli|pargn|pid|pinal|pisod|poqu|pou[sx]|preuv|puis|quat|quip|ric(?!\\p{L})|ruption|ryth|tabl|tang|tap|tats?(?!\\p{L})|thio(?!pian)|tienn|trang|tud|vac|vad|val|vas|v[eéè]n(?:e?ment|t(?:ail|r|u))|v[eê]q|vian|volu|vreux|vry";
const unaccented = new RegExp(
  `(?<!\\p{L})(?:A(?=gée?s?(?!\\p{L}))|E(?=${afterE})|Enque(?=te)|I(?=les?(?!\\p{L})))`,
  "gu",
);
const accented: Record<string, string> = { A: "Â", E: "É", Enque: "Enquê", I: "Î" };
/** "A Paris", "A midi", "A 59 ans": the preposition, not the letter or a motorway. In a quotation it may be English, too. */
const preposition =
  /(?<=^|[.!?…:|]\s)A(?=\s(?!(?:comme|et|ou|cappella|contrario|fortiori|minima|posteriori|priori)(?!\p{L}))(?:\p{L}|\d+\s?(?:ans|heures?|[hH]|mois|jours|km|kilomètres|euros|voix|points|[%€])(?!\p{L})))|(?<=[«“]\s?)A(?=\s(?:l[ae]s?\s|l[’']|\p{Ll}{4,}|un\s|une\s|ce\s|son\s|sa\s))/gu;

/**
 * A text with the capitals that a newspaper's typesetter would print: no shouting, and in French the accents that capitals
 * lost ("A Paris, l’Etat").
 *
 * @param others  texts about the same event, which show the names in a text in capitals
 */
export function withCapitals(
  text: string,
  language: Language,
  others: readonly string[] = [],
): string {
  const calm = unshouted(text, language, others);
  if (language === "en") return calm;
  return calm
    .replaceAll(unaccented, (letters) => accented[letters] ?? letters)
    .replaceAll(preposition, "À");
}
