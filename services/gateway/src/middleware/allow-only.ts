import { HttpError, useMethods } from "@matinale/kit";
import type { RequestHandler } from "express";

export const allowOnly =
  (...methods: string[]): RequestHandler =>
  (req, _res, next) => {
    if (methods.includes(req.method)) return next();
    const allow = methods.join(", ");
    throw new HttpError("METHOD_NOT_ALLOWED", useMethods(allow), { headers: { allow } });
  };
