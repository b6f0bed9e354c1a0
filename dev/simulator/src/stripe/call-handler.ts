import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type { StripeFaults } from "./faults.ts";
import { Idempotency } from "./idempotency.ts";
import { newId } from "./objects.ts";
import { StripeFault } from "./stripe-error.ts";

/** A call that a service made. */
export interface StripeCall {
  /** Epoch milliseconds. */
  at: number;
  call: string;
  idempotencyKey: string | null;
  status: number;
  replayed: boolean;
}

/** The parameters of one call, from its query and its body. */
export interface CallParameters {
  [name: string]: unknown;
  id: string;
  /** Paths to expand, without the `data.` of lists. */
  expand: string[];
}

export type HandleCall = (work: (parameters: CallParameters) => unknown) => RequestHandler;

const fields = z.record(z.string(), z.unknown());

function parametersOf(req: Request): CallParameters {
  const all = { ...fields.parse(req.query), ...fields.parse(req.body ?? {}) };
  // `expand[0]=…` is an array in a body, but a separate parameter in a query.
  const expand = Object.entries(all)
    .filter(([name]) => name.startsWith("expand"))
    .flatMap(([, value]) => [value].flat().map(String))
    .map((path) => path.replace(/^data\./, ""));
  return { ...all, id: String(req.params["id"] ?? ""), expand };
}

/** Handles API key, faults, idempotency, errors and the log for every call of the API. */
export function callHandler(options: {
  faults: StripeFaults;
  log: (call: StripeCall) => void;
}): HandleCall {
  const idempotency = new Idempotency();
  return (work) => (req, res) => {
    const given = parametersOf(req);
    const path = req.baseUrl + req.path;
    const call = `${req.method} ${path}`;
    const key = req.method === "POST" ? req.get("idempotency-key") : undefined;
    const fault = options.faults.hit(req.method, path);
    const attempt = () => {
      try {
        if (!/^Bearer (sk|rk|pk)_/.test(req.get("authorization") ?? "")) {
          throw new StripeFault(401, "You did not provide an API key.");
        }
        if (fault.status !== undefined) throw new StripeFault(fault.status, "On purpose.");
        return { status: 200, body: work(given) };
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
        return { status: error.status, body: error.toJSON() };
      }
    };
    const request = JSON.stringify([call, given]);
    const { status, body, replayed } = idempotency.respond(key, request, attempt);
    options.log({ at: Date.now(), call, idempotencyKey: key ?? null, status, replayed });
    if (fault.dropAnswer) req.socket.destroy();
    else send(res, status, body, replayed);
  };
}

function send(res: Response, status: number, body: unknown, replayed: boolean): void {
  res.set({ "request-id": newId("req"), "stripe-version": "2026-10-28.endive" });
  if (replayed) res.set("idempotent-replayed", "true");
  // As Stripe does: an idempotency key repeats server errors too, so a retry is useless.
  if (status >= 500) res.set("stripe-should-retry", "false");
  res.status(status).json(body);
}
