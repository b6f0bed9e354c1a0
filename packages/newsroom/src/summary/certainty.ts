import type { Language } from "@matinale/contracts";
import { verbsIn } from "./deeds.ts";

/** The verb or noun after a negation: « n’a pas demandé », "did not ask", "no injuries". « Ne … que » is none, and neither is "not only". */
export const negation: Record<Language, RegExp> = {
  fr: /(?<!\p{L})n(?:e\s|[’'])(?:(?:les?|la|lui|leur|en|y|se)\s|[ls][’'])?(\p{L}+)(?!\p{L}|\sque\s|\squ[’'])(?:\s(?:pas|plus|jamais|rien|encore|\p{L}+ment))*(?:\s(?:de\s|d[’'])?(\p{L}+))?/giu,
  en: /(?:(?<!\p{L})(?:not|never|no|cannot)|n[’']t)\s(?!only)(?:(?:be|been|being|yet|have|longer|\p{L}+ly)\s)*(\p{L}+)()/giu,
};
/** Words that make a sentence negative in another way, so that "refused to ask" may stand for "did not ask". */
export const negative: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:n[e’']|aucun|contest|dém[ei]n|écart|exclu|jamais|ni(?!\p{L})|ni(?:e|er|ent)(?!\p{L})|non(?!\p{L})|pas(?!\p{L})|refus|rejet|renonc|rien|sans(?!\p{L}))/iu,
  en: /(?<!\p{L})(?:cannot|declin|den[iy]|fail|neither|never|no(?:body|ne|r|t|thing)?(?!\p{L})|refus|reject|rule[sd]? out|unable|without)|n[’']t(?!\p{L})/iu,
};
/** The verbs and nouns after each mark of a kind: a negation or a hedge. */
export const markedIn = (
  text: string,
  marks: Record<Language, RegExp>,
  language: Language,
): string[] =>
  [...text.matchAll(marks[language])].flatMap(([, verb = "", participle = ""]) => {
    const verbs = verbsIn(verb, language);
    return verbs.length > 0 ? verbs : verbsIn(participle, language);
  });

/**
 * The verb or noun after a word of doubt, refusal or absence: « aurait détourné », "may raise", "without agreement".
 * Charges are often written so.
 */
export const hedge: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:(?:aur|devr|pourr|ser)ai(?:t|ent)\s(?:(?:avoir|été|être|\p{L}+ment)\s)*|refus\p{L}+\s(?:de\s|d[’'])|sans\s(?:aucune?\s)?)(\p{L}+)/giu,
  en: /(?<!\p{L})(?:(?:allegedly|could|may|might|reportedly)\s(?:(?:be|been|have|\p{L}+ly)\s)*|(?:declin|fail|refus)\p{L}+\sto\s|without\s(?:any?\s|a\s)?)(\p{L}+)/giu,
};
/** Words that leave open whether something is so. */
export const open: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:\p{L}+rai(?:t|ent)(?!\p{L})|accus|aucun|doute|envisag|espèr|éventu|mena[cç]|pas(?!\p{L})|possib|présum|prévo|probab|refus|sans|selon|sembl|soupçon|suspect)/iu,
  en: /(?<!\p{L})(?:accord|accus|alleg|appear|believ|claim|consider|could|declin|expect|fail|fear|if(?!\p{L})|likely|los[et]|may|might|no(?:t|ne)?(?!\p{L})|plan|possib|refus|report|seem|suggest|suspect|threat|without|would)|n[’']t(?!\p{L})/iu,
};
