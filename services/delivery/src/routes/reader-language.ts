import type { Language } from "@matinale/contracts";
import { readerLanguage as languageOfAnswer } from "@matinale/kit";
import type { Request } from "express";
import { languageOf, type Subscriber } from "../domain/subscriber/subscriber.ts";

/** The language in which to answer; messages in WhatsApp are in the subscriber's own instead. */
export const readerLanguage = (
  req: Pick<Request, "acceptsLanguages">,
  subscriber: Subscriber | null,
): Language => languageOfAnswer(req, subscriber === null ? undefined : languageOf(subscriber));
