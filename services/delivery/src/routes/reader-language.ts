import type { Language } from "@matinale/contracts";
import { readerLanguage as languageOfAnswer } from "@matinale/kit";
import type { Request } from "express";
import { languageOf, type Subscriber } from "../domain/subscriber/subscriber.ts";

/** The language of an HTTP response. Messages on WhatsApp are in the subscriber's own language instead. */
export const readerLanguage = (
  req: Pick<Request, "acceptsLanguages">,
  subscriber: Subscriber | null,
): Language => languageOfAnswer(req, subscriber === null ? undefined : languageOf(subscriber));
