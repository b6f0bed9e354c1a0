import { hasBody, HttpError, httpTexts } from "@matinale/kit";
import express, { type RequestHandler } from "express";
import { texts } from "../domain/texts.ts";

/** A whole body must arrive within this time. Milliseconds. */
const arrivalMs = 10_000;

/** Reads a body byte for byte before its service is called: a slow client holds no connection of the service. */
export function readBody(limitBytes: number): RequestHandler {
  const readAll = express.raw({ type: () => true, limit: limitBytes, inflate: false });
  return (req, res, next) => {
    const empty = Buffer.alloc(0);
    if (!hasBody(req)) {
      req.body = empty;
      return next();
    }
    let isOver = false;
    const finish = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      // the parser treats a request that was aborted earlier as one without a body
      const isMissing = error === undefined && !Buffer.isBuffer(req.body);
      req.body ??= empty;
      next(isMissing ? new HttpError("VALIDATION_FAILED", httpTexts.unreadable) : error);
    };
    const giveUp = () => finish(new HttpError("REQUEST_TIMEOUT", texts.arrivedTooSlowly));
    const timer = setTimeout(giveUp, arrivalMs);
    readAll(req, res, finish);
  };
}
