import type { Language } from "@matinale/contracts";
import { answerLanguage } from "@matinale/kit";
import type { Request } from "express";
import { defaultLanguage, languageOf, type Subscriber } from "../domain/subscriber.ts";

/** The language in which to answer a subscriber, or somebody who is not known yet. */
export const readerLanguage = (
  req: Pick<Request, "acceptsLanguages">,
  subscriber: Subscriber | null,
): Language => answerLanguage(req, subscriber === null ? defaultLanguage : languageOf(subscriber));
