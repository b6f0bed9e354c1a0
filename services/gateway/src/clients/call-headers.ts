import { traceHeaders } from "@matinale/kit";
import type { Request } from "express";

/** Sent with each call to a service: the ids with which it logs the work, and the language for its answer. */
export function callHeaders(req: Request) {
  const language = req.headers["accept-language"];
  return {
    "x-request-id": req.requestId,
    // a request begins here, so it has no other correlation id
    "x-correlation-id": req.requestId,
    ...(language && { "accept-language": language }),
    ...traceHeaders(),
  };
}
export type CallHeaders = ReturnType<typeof callHeaders>;
