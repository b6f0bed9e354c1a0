import type { ErrorRequestHandler, Response } from "express";
import type { z } from "zod";

/** An error of a simulated API. */
export class ApiError extends Error {
  readonly status: number;
  /** Of the response. */
  readonly body: object;
  /** For the log: the provider's error code, or the HTTP status. */
  readonly code: number;

  constructor(status: number, message: string, body: object = { message }, code = status) {
    super(message);
    this.status = status;
    this.body = body;
    this.code = code;
  }

  send(res: Response): void {
    res.status(this.status).json(this.body);
  }
}

/** Responds to errors in the format of one API. `convert` makes an error of this API of any other error. */
export const errorsAs =
  (convert: (error: unknown) => ApiError): ErrorRequestHandler =>
  (error: unknown, _req, res, next) => {
    if (res.headersSent) next(error);
    else convert(error).send(res);
  };

/** @throws ApiError  made by `invalid` from the path and the message of the first problem */
export function read<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  invalid: (path: string, message: string) => ApiError,
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(issue?.path.join(".") ?? "", issue?.message ?? "not valid");
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** HTTP status that Express or its parsers gave an error, else 500. */
export const httpStatusOf = (error: unknown): number =>
  error instanceof Error && "status" in error ? Number(error.status) : 500;
