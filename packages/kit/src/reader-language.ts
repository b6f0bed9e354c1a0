import { languages, type Language } from "@matinale/contracts";
import type { Request } from "express";

/** One sentence in every language. */
export type Words = Readonly<Record<Language, string>>;

const defaultLanguage: Language = "fr";

/**
 * The language of an answer: that of Accept-Language, which our pages set to the language that they
 * are shown in, else the account's, else French.
 *
 * @param own  language of the account, where it is known
 */
export function readerLanguage(
  req: Pick<Request, "acceptsLanguages">,
  own: Language = defaultLanguage,
): Language {
  // without a header, and for "*", Express returns the first of the list
  const offered = [own, ...languages.filter((language) => language !== own)];
  const asked = req.acceptsLanguages(offered);
  return languages.find((language) => language === asked) ?? own;
}
