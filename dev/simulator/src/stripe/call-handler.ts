import type { Request, RequestHandler } from "express";
import { z } from "zod";
import { newId } from "./objects.ts";
import { StripeFault } from "./stripe-error.ts";

interface StripeCall {
  call: string;
  status: number;
  replayed: boolean;
}

export const stripeFaults = z.strictObject({
  /** Method and path, such as "POST /v1/subscriptions". Default: every call. */
  call: z.string().optional(),
  /** The call fails with this status and does nothing. */
  status: z.int().min(400).max(599).optional(),
  /** The call succeeds, then the connection is closed. */
  dropAnswer: z.boolean().optional(),
  /** The call succeeds, and its response waits until the faults are set again. */
  holdAnswer: z.boolean().optional(),
  /** Number of calls that fail. Default: all. */
  times: z.int().min(1).optional(),
});
type FaultSettings = z.infer<typeof stripeFaults>;

interface CallParameters {
  [name: string]: unknown;
  id: string;
  /** Paths to expand, without the `data.` of lists. */
  expand: string[];
}

/** The work of a call. @returns the body of the response */
export type Work = (parameters: CallParameters) => unknown;

const fields = z.record(z.string(), z.unknown()).default({});

function parametersOf(req: Request): CallParameters {
  const all = { ...fields.parse(req.query), ...fields.parse(req.body) };
  // `expand[0]=…` is an array in a body, but a separate parameter in a query.
  const expand = Object.entries(all)
    .filter(([name]) => name.startsWith("expand"))
    .flatMap(([, value]) => [value].flat().map(String))
    .map((path) => path.replace(/^data\./, ""));
  return { ...all, id: String(req.params["id"] ?? ""), expand };
}

/** Answers from before the work of a call begins: Stripe stores no such answer for an idempotency key. */
const unstored = new Set([401, 403, 409, 429]);

export type StripeCalls = ReturnType<typeof createStripeCalls>;

/** Handles API key, faults, idempotency, errors and the log for every call of the API. */
export function createStripeCalls() {
  const log: StripeCall[] = [];
  let faults: FaultSettings = {};
  /** Each sends a response that waits. */
  const held: (() => void)[] = [];
  /** First responses by idempotency key, with the parameters of their requests. */
  const responses = new Map<string, { request: string; status: number; body: unknown }>();

  const hit = (call: string): FaultSettings => {
    const { times = Number.POSITIVE_INFINITY, ...fault } = faults;
    const isSet = fault.status !== undefined || fault.dropAnswer || fault.holdAnswer;
    if (!isSet || times === 0 || (fault.call ?? call) !== call) return {};
    faults = { ...fault, times: times - 1 };
    return fault;
  };

  const handle =
    (work: Work): RequestHandler =>
    (req, res) => {
      const given = parametersOf(req);
      const call = `${req.method} ${req.baseUrl}${req.path}`;
      const key = req.method === "POST" ? req.get("idempotency-key") : undefined;
      const fault = hit(call);
      const request = JSON.stringify([call, given]);
      const known = responses.get(key ?? "");
      const replayed = known?.request === request;
      const reply =
        known && replayed
          ? known
          : respond(() => {
              // docs.stripe.com/api/idempotent_requests
              if (known) {
                const message =
                  "Keys for idempotent requests can only be used with the same parameters.";
                throw new StripeFault(400, message, { type: "idempotency_error" });
              }
              if (!/^Bearer (sk|rk|pk)_/.test(req.get("authorization") ?? "")) {
                throw new StripeFault(401, "You did not provide an API key.");
              }
              if (fault.status !== undefined) throw new StripeFault(fault.status, "On purpose.");
              return work(given);
            });
      const { status } = reply;
      // A copy: the object may change later, but the response must not.
      const body = structuredClone(reply.body);
      if (key !== undefined && !known && !unstored.has(status)) {
        responses.set(key, { request, status, body });
      }
      log.push({ call, status, replayed });
      if (fault.dropAnswer) {
        req.socket.destroy();
        return;
      }
      res.set({ "request-id": newId("req"), "stripe-version": "2026-10-28.endive" });
      if (replayed) res.set("idempotent-replayed", "true");
      // As Stripe does: an idempotency key repeats server errors too, so a retry is useless.
      if (status >= 500) res.set("stripe-should-retry", "false");
      const send = () => void res.status(status).json(body);
      if (fault.holdAnswer) held.push(send);
      else send();
    };

  return {
    log,
    handle,
    setFaults(settings: FaultSettings): void {
      faults = settings;
      for (const send of held.splice(0)) send();
    },
  };
}

function respond(work: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return { status: error.status, body: error.body };
  }
}
