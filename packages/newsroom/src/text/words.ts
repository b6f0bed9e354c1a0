/** A text in lower case without accents, for comparisons. */
export const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** `folded`, with straight apostrophes. */
export const plainlyFolded = (text: string): string => folded(text).replaceAll("’", "'");

/** Quotations with their marks, and one that is not closed. An apostrophe closes none. */
export const quotations =
  /«[^»]*(?:»|$)|“[^”]*(?:”|$)|"[^"]*(?:"|$)|‘(?:[^’]|’(?=\p{L}))*(?:’|$)|(?<![\p{L}\d])'(?:[^']|(?<=\p{L})'(?=\p{L}))+'(?!\p{L})/gu;

/** The word without the article or pronoun before an apostrophe, and without the English genitive. */
export const withoutElision = (word: string): string =>
  word
    .replace(/^(?:[ldjmnstc]|qu|jusqu|lorsqu|puisqu)['’](?=\p{L}{2})/iu, "")
    .replace(/['’]s?$/u, "");

/** Names of people and places in -ez, without it: « Perez sur la sellette » is no order. */
const namesInEz =
  "[AÁ]lvar|Ch[aá]v|Dom[ií]ngu|Fern[aá]nd|Gim[eé]n|G[oó]m|Gonz[aá]l|Guti[eé]rr|Hern[aá]nd|Jim[eé]n|L[oó]p|Mart[ií]n|M[eé]nd|N[uú][nñ]|P[eé]r|Ram[ií]r|Rod(?:r[ií]gu)?|S[aá]nch|Su(?:[aá]r)?|V[aá][sz]qu|Vel[aá][sz]qu";
/**
 * A French order to the reader: any word in -ez that is no noun, « Budget : suivez le débat ». With a capital it may be a name,
 * so that an object must follow: « Évitez ces erreurs », but « Sanchez quitte le Real » and « Sanchez l’a dit ».
 */
export const frenchOrder = new RegExp(
  String.raw`(?<![\p{L}-])(?!(?:[Aa]ss|[Cc]h|[LlNnRr]|[Mm]ergu|${namesInEz})ez(?!\p{L})|[Rr]endez-vous|[Cc]essez-le-feu|[Ll]aissez-(?:aller|faire|passer))(?:\p{Ll}+ez(?!\p{L})` +
    String.raw`|(?<=(?:^|[:.!?]\s)[«“"\s]*)\p{Lu}\p{Ll}+ez(?=-\p{Ll}|\s(?:[dl][’'](?!a(?:vait)?\s)|(?:l[ae]s?|une?|des|du|ce(?:s|t|tte)?|[mstv](?:on|a|es)|[nv]os|[nv]otre|leurs?|tou(?:s|te?s?)|ici|vite|sur|à (?:nos|notre|une?))(?!\p{L}))))`,
  "u",
);
