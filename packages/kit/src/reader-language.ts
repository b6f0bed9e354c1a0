import { defaultLanguage, languages, type Language } from "@matinale/contracts";
import type { Request } from "express";

/** One sentence in every language. */
export type Words = Readonly<Record<Language, string>>;

/**
 * The language of a response: that of Accept-Language, which our pages set to the language that they
 * show, else the account's, else French.
 *
 * @param own  language of the account, where it is known
 */
export function readerLanguage(
  req: Pick<Request, "acceptsLanguages">,
  own: Language = defaultLanguage,
): Language {
  // without the header, and for "*", Express returns the first language of the list
  const offered = [own, ...languages.filter((language) => language !== own)];
  const accepted = req.acceptsLanguages(offered);
  return languages.find((language) => language === accepted) ?? own;
}
