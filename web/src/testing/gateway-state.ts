import { HttpResponse, type HttpResponseResolver } from "msw";
import type { Automation } from "../api/resources/automation-api.ts";
import type {
  Invoice,
  PaymentConfiguration,
  PaymentIntent,
  PlanChangePreview,
} from "../api/resources/billing-api.ts";
import type { HistoryEntry } from "../api/resources/deliveries-api.ts";
import {
  camille,
  optIn,
  preferences,
  premium,
  preview,
  sessions,
  subscription,
} from "./fixtures.ts";

type Handler = HttpResponseResolver;

/** State of the fake gateway; a test changes it before the page sends requests. */
const initialState = () => ({
  signedIn: false,
  me: camille,
  history: [] as HistoryEntry[],
  running: false,
  pausedUntil: null as string | null,
  waitsFor: null as Automation["waitsFor"],
  automationMessage: "Automation.",
  disconnected: null as Automation["disconnected"],
  optIn,
  preferences,
  chosen: [1],
  preview,
  sessions,
  subscription,
  invoices: [] as Invoice[],
  payment: {
    publishableKey: null,
    simulated: true,
    asksAddress: false,
    asksPromotionCode: false,
  } as PaymentConfiguration,
  planChange: {
    dueToday: 667,
    credited: 0,
    renewsAt: premium.currentPeriodEnd,
  } as PlanChangePreview,
  intent: { clientSecret: null, dueToday: null, simulated: true } as PaymentIntent,
});

export type State = ReturnType<typeof initialState>;

/** State that handlers and tests share. */
export const shared = {
  state: initialState(),
  /** Requests as « METHOD /path », with their body. */
  calls: [] as { call: string; body: unknown }[],
  reset() {
    this.state = initialState();
    this.calls.length = 0;
  },
};

export const refusal = (status: number, code: string, message: string) =>
  HttpResponse.json({ message, code, requestId: "request-1" }, { status });

/** Reads only JSON: `fetch` cannot send the form data of jsdom. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get("content-type") !== "application/json") return undefined;
  const text = await request.text();
  return text ? JSON.parse(text) : undefined;
}

/** Records the request, and requires its X-Requested-With header, as the real gateway does. */
export const recorded =
  (handler: Handler): Handler =>
  async (call) => {
    const { request } = call;
    const body = await bodyOf(request.clone());
    shared.calls.push({ call: `${request.method} ${new URL(request.url).pathname}`, body });
    if (request.headers.get("x-requested-with") !== "XMLHttpRequest") {
      return refusal(403, "CSRF_HEADER_REQUIRED", "The X-Requested-With header is missing.");
    }
    // The real gateway accepts calls without it and answers in its default language.
    if (request.headers.get("accept-language") !== (document.documentElement.lang || "fr")) {
      return refusal(400, "VALIDATION_FAILED", "The request has another language than the page.");
    }
    return handler(call);
  };

/** Requires a session. */
export const guarded = (handler: Handler): Handler =>
  recorded((call) =>
    shared.state.signedIn ? handler(call) : refusal(401, "UNAUTHENTICATED", "Sign in first."),
  );
