import express, { type Request, type RequestHandler } from "express";
import type { z } from "zod";
import { HttpError } from "./http-error.ts";

const limit = 32 * 1024;

/** JSON travels in UTF-8 and nothing else (RFC 8259, 8.1). */
const otherCharset = /;\s*charset\s*=\s*"?(?!utf-8"?\s*(?:;|$))/i;

/** True for a request whose body says that it is JSON, in UTF-8 or without a word about it. */
export const saysJson = (req: Request): boolean =>
  Boolean(req.is("application/json")) && !otherCharset.test(req.headers["content-type"] ?? "");

/** Bodies of at most 32 kB, JSON objects only; anything else is 413, 415 or 400. */
export function json(): RequestHandler {
  const parse = express.json({ limit, strict: true, inflate: false });
  return (req, res, next) => {
    const hasBody =
      req.headers["transfer-encoding"] !== undefined ||
      Number(req.headers["content-length"] ?? 0) > 0;
    if (hasBody && !saysJson(req)) {
      throw new HttpError("UNSUPPORTED_MEDIA_TYPE", "Send application/json, in UTF-8.");
    }
    parse(req, res, next);
  };
}

/** zod's own messages begin like this and do not say which field they mean; ours do. */
const generic = /^(Invalid|Too |Unrecognized|Expected|Required)/;

/** Each reason once: a field of ours says the same whatever is wrong with it. */
const explain = (error: z.ZodError): string => {
  const reasons = error.issues.map(({ path, message }) =>
    path.length > 0 && generic.test(message) ? `${path.join(".")}: ${message}` : message,
  );
  return [...new Set(reasons)].join("; ");
};

const check = <S extends z.ZodType>(schema: S, value: unknown): z.infer<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new HttpError("VALIDATION_FAILED", explain(result.error), { cause: result.error });
};

/** Validates and replaces req.body. Give it a strict object: an unknown key is then a 400. */
export const body =
  <S extends z.ZodType>(schema: S): RequestHandler<Record<string, string>, unknown, z.infer<S>> =>
  (req, _res, next) => {
    req.body = check(schema, req.body ?? {});
    next();
  };

/** Validates path parameters; they stay strings, use the schema's own parse for other types. */
export const params =
  <S extends z.ZodType>(schema: S): RequestHandler<Record<string, string>> =>
  (req, _res, next) => {
    check(schema, req.params);
    next();
  };

/** Validates the query; read it with the schema's parse, since Express makes req.query anew each time. */
export const query =
  <S extends z.ZodType>(schema: S): RequestHandler<Record<string, string>> =>
  (req, _res, next) => {
    check(schema, req.query);
    next();
  };
