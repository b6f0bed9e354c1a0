import type { Language } from "@matinale/contracts";

/**
 * Words of crime and court reports, in which a person is accused. The police, a court or an inquiry alone are no
 * accusation: reports of accidents name them as well.
 */
const accusation: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:mis(?:e|es)? en (?:examen|cause)|accus(?:é|ée|és|ées|ation|ations)|soupçonn|inculp|poursuivi(?:e|es|s)? pour|gardée?s? à vue|garde à vue|déféré|comparaît|comparaissent|écrou|détention|interpell|placé(?:e|es|s)? (?:en|sous)|suspect|agress|viol(?:s|ée?s?)?(?!\p{L})|meurtre|assassinat|homicide|fraude|détournement|corruption|escroquerie|blanchiment|recel(?!\p{L})|favoritisme|extorsion|harcèlement|attouchement|pédocrimin|abus (?:de (?:biens|confiance|faiblesse)|sexuel)|prise illégale|violences (?:conjugal|sexuel)|trafic d|emplois fictifs|témoin assisté|(?:enquêtes?|plaintes?) (?:contre|visant)|visé(?:e|es|s)? par (?:une|des|deux|plusieurs) (?:enquêtes?|plaintes?)|(?:après|depuis) (?:une|des|deux|plusieurs) plaintes?|procès pour|renvoyée?s? (?:devant|en jugement|aux assises)|(?:re)?jugé|condamn|présumé)/iu,
  en: /(?<!\p{L})(?:charged|charges|accus|arrest|alleg|suspect|indict|prosecut|(?:on|stands?|faces?|facing|awaiting) trial(?!\p{L})|investigated (?:over|for)(?!\p{L})|complaints? against|fac(?:es?|ing) (?:an? )?(?:\p{L}+ )?(?:claims?|investigation)(?!\p{L})|suspended (?:after|over|following) (?:an? |\p{L}+ )?complaints?|lawsuit|sued|rape|assault|murder|manslaughter|misconduct|violat(?:ed|ing)|fraud|brib|corrupt|embezzl|launder|extort|blackmail|harass|bully|bullied|sexual|traffick|insider trading|perjur|theft|in court (?:accused|over)|held over|struck off|under investigation|guilty|plead|convict|sentenc)/iu,
};

/** Before a verb: "did not deny", « n’a pas contesté », « sans nier ». */
const unlessNegated: Record<Language, string> = {
  fr: String.raw`(?<!(?<!\p{L})(?:n[e’']\s?(?:(?:les?|la|l[’']|lui|en|y|s[e’'])\s?)?(?:\p{L}+ (?:pas|plus|jamais|rien) (?:\p{L}+ )?)?|sans (?:les? )?))`,
  en: String.raw`(?<!(?:n[’']t|(?<!\p{L})(?:not|never|cannot|without|refus\p{L}+ to|declin\p{L}+ to))(?: (?!only )\p{L}+)? )`,
};
/** A denial in the words of the accused: « dénonce une "machination" », "called the claims 'baseless'". */
const mayQuote = String.raw`(?:[«“‘"'] ?)?`;
const clauseEnds = String.raw`(?=\s?[.,;:!?)»”’"]|\s(?:et|and)\s|$)`;

/** What an accused person denies. A minister may contest a budget, and a judge deny bail. */
const frenchCharges =
  "faits?|accusations?|allégations?|charges|informations|soupçons?|griefs?|reproches?|infractions?|fautes?|agressions?|viols?|violences|meurtres?|fraudes?|corruption|détournements?|culpabilité|implication|participation|intention|préméditation|coups|vols?|trafic|harcèlement|escroquerie|responsabilité|condamnation|mise en examen|poursuites|version|conclusions|irrégularités?|manquements?|sanction|amende|qualification|propos";
const englishCharges =
  "charges?|counts?|claims?|allegations?|accusations?|account|figures|version|case|complaints?|findings|lawsuits?";
const englishCrimes =
  "wrongdoing|misconduct|liability|responsibility|involvement|guilt|offences?|rapes?|abuse|assaults?|harassment|murders?|manslaughter|thefts?|arson|fraud|bribery|corruption|conspiracy|attacks?|killings?|plots?|role|links?";
const frenchDenial = [
  String.raw`(?:contest(?:e|ent|ait|aient|er|ant)|ni(?:e|ent|ait|aient|er|ant)|dément(?:ent|ait|aient|ir|ant)?|(?:récus|réfut)(?:e|ent|ait|aient|er|ant)|rejet(?:te|tent|tait|taient|er|ant)|bala(?:ie|ient|yait|yaient|yer|yant)`,
  // the participle without its auxiliary is an adjective: « un texte très contesté »
  String.raw`|(?<=(?<!\p{L})(?:a|ont|avait|avaient|avoir|ayant) (?:\p{L}+ )?)(?:contest|ni|récus|réfut|rejet|balay)é|(?<=(?<!\p{L})(?:a|ont|avait|avaient) (?:\p{L}+ )?)démenti)(?!\p{L})`,
  String.raw`(?: ${mayQuote}(?:\p{L}+ment|toujours|tou(?:s|tes) (?:les )?deux|en bloc|avec (?:\p{L}+ ){0,3}(?:fermeté|force|véhémence|vigueur))(?: ?[»”"])?)*(?:${clauseEnds}| (?:(?:en |l[’']|les |s[’'])?(?:avoir|être)|vouloir|toute?|que|qu[’'])| (?:[\p{L}]+[’' ]){0,4}(?:${frenchCharges})(?!\p{L}))`,
].join("");

/** Before an appeal: one of the prosecutor speaks against the accused. */
const notOfFrenchProsecutors = String.raw`(?<!(?:parquet|procureure?|ministère|parties? civiles?|État)(?: [\p{L}’']+){0,3} )`;
const notOfEnglishProsecutors = String.raw`(?<!(?:prosecut|polic|government)\p{L}*(?: \p{L}+){0,2} )`;

/** What an accused person calls an accusation. */
const baseless = [
  "false|baseless|fabricated|frivolous|groundless|lies|malicious|meritless|nonsense|unfounded|untrue|vexatious|without merit",
  String.raw`|politically[ -]motivated(?! \p{L})|an? (?:\p{L}+ )?(?:fabrication|hoax|lie|mistake|shakedown|sham|smear)`,
].join("");

/** Words with which an accused person denies. They are enough for a denial in our own words. */
const denials: Record<Language, readonly string[]> = {
  fr: [
    frenchDenial,
    // « il a reconnu les coups, mais nié toute préméditation »
    String.raw`(?<=(?<!\p{L})(?:mais|et) (?:\p{L}+ment )?)(?:contest|ni|récus|réfut|rejet)é (?:avoir|être|toute?|(?:[\p{L}]+[’' ]){0,4}(?:${frenchCharges}))(?!\p{L})`,
    String.raw`ne (?:les )?reconna(?:it|ît|issent) (?:pas|aucune?)(?:${clauseEnds}|(?: [\p{L}’']+){0,3}? (?:${frenchCharges})(?!\p{L}))`,
    String.raw`(?:faits|accusations?|allégations?|soupçons)(?: (?!ne )[\p{L}’']+(?<!n[’']\p{L}+)){0,5}? ${mayQuote}(?:faux(?! en | et usage)|fausses?|infondée?s|contestée?s|démentie?s|mensong\p{L}+|calomni\p{L}+|diffamatoires|sans fondement)`,
    String.raw`(?:c[’']|tout )est (?:\p{L}+ment )?faux(?!\p{L})|erreur judiciaire|dossier (?:est )?vide(?!\p{L})`,
    String.raw`(?:se défend(?:ent|ait|aient|ant|re)? (?:de tou(?:te?|s)(?!\p{L})|d[’'](?:avoir|être)|de l[’']avoir)|s[’']en défend(?:ent|ait|aient|ant|re)?)(?!\p{L})`,
    "non coupable|plaid(?:e|ent|é|er|era|eront) (?:la relaxe|l[’']acquittement)",
    String.raw`(?:affirm|clam|cri|maint|plaid|proclam)\p{L}+ (?:\p{L}+ ){0,4}(?:son|leur|l[’']) ?innocence`,
    // "accusé d’avoir menti, ce que conteste l’intéressé"
    String.raw`ce qu(?:e |[’'])(?:contest|dément|ni(?=e|a)|récus|réfut|rejet)\p{L}+`,
    String.raw`(?:suis|est|sont|être|se (?:di[ts]|disent|disait|déclare|proclame)) ${mayQuote}(?:\p{L}+ment )?innocente?s?(?!\p{L})`,
    String.raw`(?:dénonc\p{L}+|victimes? d[’']|parl\p{L}+ d[’']|cri\p{L}+ (?:au|à la|à l[’'])) ?(?:une? )?${mayQuote}(?:acharnement(?! thérapeutique)|cabale|chasse aux sorcières|canular|complot|injustice|machination|procès politique|règlement de comptes)`,
    String.raw`n[’'](?:avoir|ai) ${mayQuote}rien fait|ne rien avoir (?:fait|commis|à se reprocher)|rien (?:commis|à (?:cacher|[ms]e reprocher))|agi (?:de|en toute) ${mayQuote}bonne foi|maint\p{L}+ (?:sa|leur) version|(?:un|son|leur) (?:\p{L}+ )?démenti(?!\p{L})`,
    // « fait appel à » is no appeal at law
    String.raw`${notOfFrenchProsecutors}(?:f(?:era|eront|erait|aisait|aisant|ait|ont|aire)|interjet\p{L}+|relev\p{L}+) appel(?!\p{L}| (?:à|aux?)(?!\p{L}))`,
    String.raw`${notOfFrenchProsecutors}(?:(?:se pourvo(?:it|ira|ir)|s[’']est pourvue?) en cassation|(?:annonc|dépos|form)\p{L}+ (?:un|son) pourvoi)`,
    String.raw`(?:port|dépos)\p{L}+ plainte (?:pour|en) (?:dénonciation calomnieuse|diffamation)`,
  ],
  en: [
    String.raw`(?<!(?<!\p{L})(?:is|are|was|were|be|been|being) (?:\p{L}+ )?)den(?:y|ies|ied|ying)(?:${clauseEnds}| (?:it|both|any|anything|that|he|she|they|all of|\p{L}+ing)(?!\p{L})| (?:(?!(?:to|on|over|for|from|in|at|after)\s)[\p{L}\d’'-]+ ){0,4}(?:${englishCharges}|${englishCrimes})(?!\p{L}))`,
    String.raw`(?<!(?:court|judges?|jury|tribunal) )(?:(?:reject|dismiss)(?:e?s|ed)|(?:disput|refut)(?:es?|ed)|contest(?:s|ed|ing)?|fight(?:s|ing)?)[”’"']?(?: (?:the|all|any|these|those|this|such|his|her|their|its|of|\p{L}+ly))* (?:${englishCharges})(?!\p{L})`,
    String.raw`(?:(?:his|her|its|their) (?:\p{L}+ )?|an? (?:\p{L}+ )?)denials?(?![ -]of)(?!\p{L})`,
    `not[ -]guilty|witch[ -]hunt|scapegoat|d(?:id|one|oing) nothing wrong|nothing to hide|acted ${mayQuote}in good faith|clear(?:ed|ing)? (?:his|her|their|my) names?`,
    String.raw`(?:is|are|am|[’'][ms]|[’']re|(?:he|she|they) (?:was|were)|pleads?|pleaded|pleading) innocent(?=${clauseEnds}| of\s)`,
    String.raw`(?:assert|declar|insist|maintain|plead|proclaim|protest)\p{L}*(?: on)? (?:his|her|their|my)(?: \p{L}+)? innocence`,
    String.raw`(?:claims|allegations?|accusations?|charges?|complaints?|lawsuit)(?: (?!not )[\p{L}’']+){0,5}? (?:are|were|is|was|as) ${mayQuote}(?:\p{L}+ly )?(?:denied|disputed|${baseless})`,
    String.raw`(?:call(?:s|ed|ing)?(?: (?!not )[\p{L}’']+){1,4}|(?:dismiss|reject)(?:es|s|ed|ing)(?: [\p{L}’']+){1,4} as) ${mayQuote}(?:\p{L}+ly )?(?:${baseless})`,
    "I (?:did(?: not|n[’']t) (?:do|commit|kill|rape|steal|take|touch)|never (?:did|hurt|killed|raped|took|touched))",
    String.raw`vigorously (?:contest|defend|fight)|defend (?:it|him|her|them)sel(?:f|ves) vigorously`,
    String.raw`(?<!ma[dk]\p{L}+ )(?:false|baseless|unfounded) (?:allegations?|accusations?|charges?)`,
    String.raw`${notOfEnglishProsecutors}(?:(?:will|would|to|has|have|had) appeal(?:ed)?|(?:lodg|fil)(?:e|es|ed|ing) an appeal)(?=${clauseEnds}| (?:against )?(?:the|his|her|their)(?!\p{L}))`,
    String.raw`${notOfEnglishProsecutors}appealing (?:against|(?:the|his|her|their) (?:conviction|fine|ruling|sentence|verdict))(?!\p{L})`,
  ],
};
/** Words of others that speak for the accused. */
const exonerations: Record<Language, readonly string[]> = {
  fr: [
    "présumée?s? innocent|présomption d[’']innocence|innocentée?s?|relax(?:e|ée?s?)(?!\\p{L})|acquitt|non-lieu|mise?s? hors de cause|faute de preuves?",
    String.raw`class\p{L}+ (?:\p{L}+ )?sans suite|sans (?:poursuites?|charges?)(?!\p{L})|aucune (?:faute|infraction|malversation)`,
    // who « a blanchi 3 millions » is accused
    String.raw`blanchi(?:e|s|es)?(?!\p{L}| (?:de l[’']|des|plus|près|quelque|\d))`,
    String.raw`aucune (?:des |de ces )?(?:accusations?|allégations?)(?: \p{L}+)? n[’'](?:a|ont)(?: \p{L}+)? été (?:prouvée|démontrée|établie)s?`,
    String.raw`parle(?:nt)? d[’']un accident|légitime défense|(?:actes?|rapports?|relations?)(?: \p{L}+){0,2} consenti`,
  ],
  en: [
    "presumed innocent|acquit|cleared (?:of|by (?:a|the) (?:jury|court))|exonerat|quashed|no wrongdoing|lack of evidence",
    "no evidence (?:against|of (?:criminality|guilt|wrongdoing))|self-defen[cs]e|consensual",
    String.raw`(?:case|charges?|complaint|indictment|lawsuit) (?:was|were|has been|have been|is|are)(?: (?!not )\p{L}+)? (?:dismissed|dropped|thrown out|withdrawn)`,
    String.raw`convictions?(?: (?!not )[\p{L}’']+){0,3} overturned|overturn(?:s|ed)(?: [\p{L}’']+){0,3} convictions?`,
    String.raw`(?:none of (?:the|these|those)(?: \p{L}+)? (?:allegations|claims|charges) (?:has|have)|(?:allegations|claims|charges) have (?:not|yet to))(?: \p{L}+)? be(?:en)? (?:proven|proved|tested)`,
    String.raw`(?:freed|released)(?: \p{L}+)? without (?:any )?charges?|no charges`,
  ],
};
const unnegated = (lines: Record<Language, readonly string[]>, language: Language): RegExp =>
  new RegExp(`(?<!\\p{L})${unlessNegated[language]}(?:${lines[language].join("|")})`, "iu");
const denial = { fr: unnegated(denials, "fr"), en: unnegated(denials, "en") };
const exoneration = { fr: unnegated(exonerations, "fr"), en: unnegated(exonerations, "en") };

export const isAccusation = (text: string, language: Language): boolean =>
  accusation[language].test(text);

/** Whether a sentence says that an accused person denies. */
export const deniesAccusation = (sentence: string, language: Language): boolean =>
  denial[language].test(sentence);

/**
 * Whether a sentence says that an accused person denies, is presumed innocent or was cleared. Without it, a digest would
 * have the accusation alone, which is unfair and in some countries against the law.
 */
export const isDenial = (sentence: string, language: Language): boolean =>
  deniesAccusation(sentence, language) || exoneration[language].test(sentence);

/** Said when the article’s own denial is too long for a digest, or may not be quoted. */
export const shortDenial: Record<Language, string> = {
  fr: "Les faits sont contestés.",
  en: "The allegations are denied.",
};
