import type { Language } from "@matinale/contracts";

/** Both languages name attacks by it, which have nothing to do with help lines: "suicide bomber", « attentat-suicide ». */
const ownDeath = String.raw`(?<!(?:attaque|attentat|camion|drone|opération|véhicule|voiture)s?[ -])suicid(?!es?[ -](?:(?:car|truck) )?(?:attack|belt|blast|bomb|drone|vest))`;
const suicide: Record<Language, RegExp> = {
  fr: new RegExp(
    String.raw`(?<!\p{L})(?:${ownDeath}|(?:met\p{L}*|mise?) fin à (?:ses|leurs) jours|donné la mort|(?:se|s[’']est) (?:donn\p{L}+ la mort|pend(?:re|ent|ue?s?)?(?!\p{L})|défenestr\p{L}+|jet\p{L}+ (?:d[’']une?|du (?:haut|pont|toit|\d)|sous|dans le vide)|tir\p{L}+ une balle(?! dans le pied))|s[’'](?:est )?immol|(?:découv|retrouv)\p{L}+ pendu)`,
    "iu",
  ),
  en: new RegExp(
    String.raw`(?<!\p{L})(?:${ownDeath}|(?:took|taken|taking|takes?) (?:(?:his|her|their) )?own li(?:fe|ves)|(?:leap|jump)\p{L}* to (?:his|her|their) deaths?|(?:kill|hang|sho[ot]t?)(?:ed|ing|s)? (?:him|her|them)sel(?:f|ves)(?! in the foot)|found hang(?:ed|ing)(?!\p{L})|set(?:s|ting)? (?:him|her|them)sel(?:f|ves) (?:ablaze|afire|alight|on fire)|self-immolat)`,
    "iu",
  ),
};
/** How it was done. Reports that say it are followed by more suicides (WHO, "Preventing suicide", 2023). */
const method: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:pend(?:ue?s?|aison)(?!\p{L})|se pend(?:re|ent)?(?!\p{L})|corde|ceinture|défenestr|immol|balle dans|avec (?:son|une) arme|arme (?:à feu|de service)|médicaments|surdose|overdose|noy(?:é|ée|ade)|saut\p{L}+ d|jet\p{L}+ (?:d|sous)|veines|asphyxi|poison|barbituriques|lettre d[’']adieu)/iu,
  en: /(?<!\p{L})(?:hang(?:ed|ing|s)|rope|belt|noose|gunshot|(?:service|his|her) (?:gun|pistol|rifle|weapon)|sho(?:ots?|t) (?:him|her|them)|firearm|overdose|pills|drown|jump(?:ed|ing|s)|leap(?:t|ed|s)|wrists?|asphyxi|poison|ablaze|afire|alight|on fire|immolat|suicide note|railway line|in front of a train)/iu,
};

/** Help lines in the news, by the number that an article prints, with a sentence that every digest may say. */
const helplines: readonly (readonly [RegExp, Record<Language, string>])[] = [
  [
    /(?<!\d)3114(?!\d)/u,
    {
      fr: "Le 3114, numéro national de prévention du suicide, répond jour et nuit.",
      en: "In France, the suicide prevention line 3114 answers day and night.",
    },
  ],
  [
    /(?<!\d)988(?!\d)/u,
    {
      fr: "Aux États-Unis et au Canada, la ligne 988 répond jour et nuit.",
      en: "In the United States and Canada, the 988 line answers day and night.",
    },
  ],
  [
    /(?<!\d)116 ?123(?!\d)|Samaritans/u,
    {
      fr: "Au Royaume-Uni et en Irlande, les Samaritans répondent au 116 123.",
      en: "In the UK and Ireland, Samaritans answer on 116 123.",
    },
  ],
  [
    /(?<!\d)13 ?11 ?14(?!\d)|Lifeline/u,
    {
      fr: "En Australie, Lifeline répond au 13 11 14.",
      en: "In Australia, Lifeline answers on 13 11 14.",
    },
  ],
];

/** Whether a text, such as a headline with its summary, is about a suicide or an attempt. A suicide attack is none. */
export const isAboutSuicide = (text: string, language: Language): boolean =>
  suicide[language].test(text);

/** Whether a sentence about a suicide says how it was done. */
export const saysMethod = (sentence: string, language: Language): boolean =>
  method[language].test(sentence);

/** The help line that an article prints, as a sentence of our own; null when it prints none that is known. */
export const helpline = (article: string, language: Language): string | null =>
  helplines.find(([number]) => number.test(article))?.[1][language] ?? null;
