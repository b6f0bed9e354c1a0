import express, { type Request, type RequestHandler } from "express";
import { schemaMessage, type Language } from "@matinale/contracts";
import { z } from "zod";
import { HttpError } from "./http-error.ts";
import { httpTexts } from "./http-texts.ts";

const limit = 32 * 1024;

/** JSON is sent in UTF-8 only (RFC 8259, 8.1). */
const otherCharset = /;\s*charset\s*=\s*"?(?!utf-8"?\s*(?:;|$))/i;

/** True for a request whose Content-Type is JSON, in UTF-8 or without a charset. */
export const hasJsonType = (req: Request): boolean =>
  Boolean(req.is("application/json")) && !otherCharset.test(req.headers["content-type"] ?? "");

export const hasBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Bodies of at most 32 kB, JSON objects only; anything else is 413, 415 or 400. */
export function json(): RequestHandler {
  const parse = express.json({ limit, strict: true, inflate: false });
  return (req, res, next) => {
    if (hasBody(req) && !hasJsonType(req)) {
      throw new HttpError("UNSUPPORTED_MEDIA_TYPE", httpTexts.sendJson);
    }
    parse(req, res, next);
  };
}

const zodMessages = { fr: z.locales.fr().localeError, en: z.locales.en().localeError };

/** zod's own messages do not name their field; the messages of our schemas, which come first, do. */
const namingTheField =
  (language: Language): z.core.$ZodErrorMap =>
  (issue) => {
    const message = zodMessages[language](issue);
    const text = typeof message === "string" ? message : message?.message;
    const path = issue.path ?? [];
    return path.length > 0 && text ? `${path.join(".")}: ${text}` : text;
  };

/** Each reason once: a field of our schemas has one message for all its errors. */
function explain(schema: z.ZodType, value: unknown, language: Language): string {
  const issues = schema.safeParse(value, { error: namingTheField(language) }).error?.issues ?? [];
  const reasons = issues.map(({ message }) => schemaMessage(message, language));
  return [...new Set(reasons)].join("; ");
}

const check = <S extends z.ZodType>(schema: S, value: unknown): z.infer<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const words = { fr: explain(schema, value, "fr"), en: explain(schema, value, "en") };
  throw new HttpError("VALIDATION_FAILED", words, { cause: result.error });
};

/** Validates and replaces req.body. Give it a strict object: an unknown key is then a 400. */
export const body =
  <S extends z.ZodType>(schema: S): RequestHandler<Record<string, string>, unknown, z.infer<S>> =>
  (req, _res, next) => {
    req.body = check(schema, req.body ?? {});
    next();
  };

const validated =
  (part: "params" | "query") =>
  (schema: z.ZodType): RequestHandler<Record<string, string>> =>
  (req, _res, next) => {
    check(schema, req[part]);
    next();
  };

/** Validates path parameters; they stay strings, use the schema's own parse for other types. */
export const params = validated("params");

/** Validates the query; read it with the schema's parse, because Express parses req.query again at each access. */
export const query = validated("query");
