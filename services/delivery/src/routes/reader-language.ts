import { languages, type Language } from "@matinale/contracts";
import type { Request } from "express";
import { defaultLanguage, languageOf, type Subscriber } from "../domain/subscriber.ts";

/**
 * The language in which to answer: the one that the site is shown in, which it says with every call
 * (Accept-Language), else the subscriber's own.
 */
export function readerLanguage(
  req: Pick<Request, "acceptsLanguages">,
  subscriber: Subscriber | null,
): Language {
  const own = subscriber === null ? defaultLanguage : languageOf(subscriber);
  // Without a preference, and with «*», the first of the list is meant.
  const offered = [own, ...languages.filter((language) => language !== own)];
  const asked = req.acceptsLanguages(offered);
  return languages.find((language) => language === asked) ?? own;
}
