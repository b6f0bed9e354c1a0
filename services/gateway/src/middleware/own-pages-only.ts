import { HttpError } from "@matinale/kit";
import type { RequestHandler } from "express";
import { refuseForeign } from "../domain/request-origin.ts";
import { refusals } from "../domain/texts.ts";

/**
 * Refuses calls that could come from a page of another site.
 *
 * @param options.anyHost accept every Host as our own: in development the app has several names
 */
export const ownPagesOnly =
  (options: { publicUrl: string; anyHost: boolean }): RequestHandler =>
  (req, _res, next) => {
    const here = options.anyHost ? [`http://${req.headers.host}`] : [];
    const refusal = refuseForeign(req.headers, [options.publicUrl, ...here]);
    if (refusal !== null) throw new HttpError(refusal, refusals[refusal]);
    next();
  };
