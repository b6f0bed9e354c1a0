import type { Language } from "@matinale/contracts";

/**
 * Words of crime and court reports, in which a person is accused. The police, a court or an inquiry alone accuse nobody:
 * reports of accidents name them as well.
 */
const accusation: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:mis(?:e|es)? en (?:examen|cause)|accus(?:é|ée|és|ées|ation|ations)|soupçonn|inculp|poursuivi(?:e|es|s)? pour|garde à vue|écrou|détention|interpell|placé(?:e|es|s)? (?:en|sous)|suspect|agress|viol(?:s|ée?s?)?(?!\p{L})|meurtre|assassinat|fraude|détournement|corruption|escroquerie|(?:enquêtes?|plaintes?) (?:contre|visant)|visé(?:e|es|s)? par (?:une|des|deux|plusieurs) (?:enquêtes?|plaintes?)|(?:après|depuis) (?:une|des|deux|plusieurs) plaintes?|procès pour|jugé|condamn|présumé)/iu,
  en: /(?<!\p{L})(?:charged|charges|accus|arrest|alleg|suspect|indict|prosecut|(?:on|stands?|faces?|facing|awaiting) trial(?!\p{L})|investigated (?:over|for)(?!\p{L})|complaints? against|fac(?:es?|ing) (?:an? )?(?:\p{L}+ )?(?:claims?|investigation)(?!\p{L})|suspended (?:after|over|following) (?:an? |\p{L}+ )?complaints?|lawsuit|sued|rape|assault|murder|fraud|brib|corrupt|convict|sentenc)/iu,
};

/** A sentence that says what speaks for the accused person. */
const denial: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:contest(?:e|ent|ait|aient|é|ant)|ni(?:e|ent|ait|aient|é|ant)(?!\p{L})|dément(?:i|ent|ait|ir)?(?!\p{L})|récus(?:e|ent|é|ait)|réfut(?:e|ent|é|ait)|clam(?:e|ent|ait) (?:son|leur) innocence|plaid(?:e|ent|é|er) non coupable|non coupable|présum(?:é|ée|és|ées) innocent|présomption d[’']innocence|relax(?:e|é|ée|és|ées)(?!\p{L})|acquitt|non-lieu|mis(?:e|es)? hors de cause|faute de preuves?|sans suite|innocent(?:é|ée|és)?(?!\p{L})|blanchi|rejet(?:te|tent|tait) (?:en bloc )?(?:(?:ces|les|ses|toutes(?: ces| les)?|l[’']ensemble (?:des|de ces)) (?:accusations|allégations|faits)|toute (?:accusation|implication|responsabilité))|balai(?:e|ent|ait)(?!\p{L})|aucune (?:faute|infraction|malversation)|rien (?:fait|commis|à se reprocher)|reconna[iî](?:t|ssent) (?:pas|aucun)|parle(?:nt)? d[’']un accident|légitime défense|(?:fera|feront|ferait|feraient|fait|font|faire|interjet\p{L}+) appel(?!\p{L}| (?:à|aux?)(?!\p{L}))|sans (?:poursuites?|charges?)(?!\p{L})|consenti(?:e|es|s)?(?!\p{L})|machination|calomnieu|mensong(?:er|ère)|diffamatoire|infondé)/iu,
  en: /(?<!\p{L})(?:den(?:y|ies|ied|ying|ial)(?!\p{L})|not guilty|innocen(?:t|ce)|acquit|cleared (?:of|by (?:a|the) (?:jury|court))(?!\p{L})|exonerat|lack of evidence|no wrongdoing|charges (?:were|have been|are) dropped|reject(?:s|ed)? (?:the|all|any) (?:claim|allegation|accusation|charge)|dismiss(?:es|ed) (?:the|all) (?:claim|allegation|accusation|charge)|disput(?:es|ed) (?:the|all)|refut(?:es?|ed)|baseless|unfounded|fabricated|untrue|(?:claims?|allegations?|accusations?|charges?) (?:are|were|is|was|as) (?:\p{L}+ly )?false|false (?:claims?|allegations?|accusations?)|self-defen[cs]e|(?:will|would|to|has|have|an|his|her|their) appeal(?!\p{L}| (?:for|to)(?!\p{L}))|appealed against|without charge|no charges|consensual|scapegoat|witch[ -]hunt|nothing wrong|fight the (?:charge|allegation|accusation|claim|case)|contest(?:s|ed|ing) (?:the|all)|quashed|no evidence (?:against|of (?:wrongdoing|guilt)))/iu,
};

export const isAccusation = (text: string, language: Language): boolean =>
  accusation[language].test(text);

/**
 * Whether a sentence says that an accused person denies, is presumed innocent or was cleared. Without it, a digest would
 * have the accusation alone, which is unfair and in some countries against the law.
 */
export const isDenial = (sentence: string, language: Language): boolean =>
  denial[language].test(sentence);

/** Said when the article's own denial is too long for a digest. */
export const shortDenial: Record<Language, string> = {
  fr: "Les faits sont contestés.",
  en: "The allegations are denied.",
};
