import { currentContext, traceHeaders } from "@matinale/kit";
import type { Request } from "express";
import type { CallHeaders, TraceIds } from "../clients/user-services.ts";

/** The ids with which services log the work that this request causes. */
export const traceIds = (req: Request): TraceIds => ({
  "x-request-id": req.requestId,
  "x-correlation-id": currentContext()?.correlationId ?? req.requestId,
  ...traceHeaders(),
});

/** The same, with the language for the answer. */
export function callHeaders(req: Request): CallHeaders {
  const language = req.headers["accept-language"];
  return { ...traceIds(req), ...(language && { "accept-language": language }) };
}
