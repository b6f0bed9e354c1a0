import { languages, type Language } from "@matinale/contracts";
import type { Request } from "express";

/**
 * The language in which to answer: the one that the site is shown in, which it says with every call
 * (Accept-Language), else the reader's own.
 */
export function answerLanguage(req: Pick<Request, "acceptsLanguages">, own: Language): Language {
  // Without a preference, and with «*», the first of the list is meant.
  const offered = [own, ...languages.filter((language) => language !== own)];
  const asked = req.acceptsLanguages(offered);
  return languages.find((language) => language === asked) ?? own;
}
