import { http, HttpResponse, type HttpResponseResolver } from "msw";
import { setupServer } from "msw/node";
import type { PaymentConfiguration, PaymentIntent } from "../api/resources/billing-api.ts";
import type { HistoryEntry } from "../features/message-status/deliveries-api.ts";
import {
  camille,
  categories,
  optIn,
  businessNumber,
  plans,
  preferences,
  preview,
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
  disconnected: null as { phone: string; at: string; reason: string; message: string } | null,
  optIn,
  preferences,
  chosen: [1],
  preview,
  subscription,
  payment: { publishableKey: null, simulated: true } as PaymentConfiguration,
  intent: { clientSecret: null, simulated: true } as PaymentIntent,
});

let state = initialState();
/** Requests as « METHOD /path », with their body. */
const calls: { call: string; body: unknown }[] = [];

const refusal = (status: number, code: string, message: string) =>
  HttpResponse.json({ message, code, requestId: "request-1" }, { status });

/** Reads only JSON: `fetch` cannot send the form data of jsdom. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get("content-type") !== "application/json") return undefined;
  const text = await request.text();
  return text ? JSON.parse(text) : undefined;
}

/** Requires the X-Requested-With header, as the real gateway does. */
const recorded =
  (handler: Handler): Handler =>
  async (call) => {
    const { request } = call;
    const body = await bodyOf(request.clone());
    calls.push({ call: `${request.method} ${new URL(request.url).pathname}`, body });
    if (request.headers.get("x-requested-with") !== "XMLHttpRequest") {
      return refusal(403, "CSRF_HEADER_REQUIRED", "The X-Requested-With header is missing.");
    }
    // The real gateway accepts calls without it and answers in its default language.
    if (request.headers.get("accept-language") !== (document.documentElement.lang || "fr")) {
      return refusal(400, "VALIDATION_FAILED", "The request has another language than the page.");
    }
    return handler(call);
  };

const guarded = (handler: Handler): Handler =>
  recorded((call) =>
    state.signedIn ? handler(call) : refusal(401, "UNAUTHENTICATED", "Sign in first."),
  );

const done = { success: true };

const server = setupServer(
  http.get(
    "*/api/me",
    recorded(({ request }) => {
      if (state.signedIn) return HttpResponse.json(state.me);
      if (request.headers.get("x-session") === "optional") {
        return new HttpResponse(null, { status: 204 });
      }
      return refusal(401, "UNAUTHENTICATED", "Sign in first.");
    }),
  ),
  http.post(
    "*/api/login",
    recorded(() => {
      state.signedIn = true;
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/signup",
    recorded(() => HttpResponse.json(done, { status: 201 })),
  ),
  http.post(
    "*/api/logout",
    guarded(() => {
      state.signedIn = false;
      return HttpResponse.json(done);
    }),
  ),
  http.get(
    "*/api/message-history",
    guarded(() => HttpResponse.json({ ...done, history: state.history })),
  ),
  http.get(
    "*/api/automation/status",
    guarded(() => {
      const { running: isRunning, pausedUntil, disconnected } = state;
      return HttpResponse.json({ ...done, isRunning, pausedUntil, disconnected });
    }),
  ),
  http.post(
    "*/api/automation/start",
    guarded(() => {
      state.running = true;
      state.pausedUntil = null;
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/automation/stop",
    guarded(() => {
      state.running = false;
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/deliver-news",
    guarded(() =>
      HttpResponse.json({ ...done, categories: ["economy", "sports"], articlesCount: 3 }),
    ),
  ),
  http.get(
    "*/api/user/preferences",
    guarded(() => HttpResponse.json(state.preferences)),
  ),
  http.patch(
    "*/api/user/preferences",
    guarded(async ({ request }) => {
      state.preferences = { ...state.preferences, ...((await request.json()) as object) };
      return HttpResponse.json(state.preferences);
    }),
  ),
  http.get(
    "*/api/user/delivery-hours",
    guarded(() => HttpResponse.json({ deliveryHours: ["08:30", "18:30"] })),
  ),
  http.get(
    "*/api/categories",
    recorded(() => HttpResponse.json(categories)),
  ),
  http.get(
    "*/api/user/categories",
    guarded(() => HttpResponse.json(categories.filter(({ id }) => state.chosen.includes(id)))),
  ),
  http.post(
    "*/api/user/categories",
    guarded(() => HttpResponse.json(done)),
  ),
  http.post(
    "*/api/user/whatsapp/connect",
    guarded(() => {
      state.me = { ...state.me, whatsappConnected: true };
      return HttpResponse.json(done);
    }),
  ),
  http.get(
    "*/api/user/whatsapp/opt-in",
    guarded(() => HttpResponse.json(state.optIn)),
  ),
  http.get(
    "*/api/subscription",
    guarded(() => HttpResponse.json(state.subscription)),
  ),
  http.get(
    "*/api/payment-configuration",
    recorded(() => HttpResponse.json(state.payment)),
  ),
  http.post(
    "*/api/create-payment-intent",
    guarded(() => HttpResponse.json(state.intent)),
  ),
  http.post(
    "*/api/cancel-subscription",
    guarded(() => {
      const endsAt = state.subscription.currentPeriodEnd;
      state.subscription = { ...state.subscription, status: "canceled", cancelAt: endsAt };
      return HttpResponse.json({ ...done, endsAt });
    }),
  ),
  http.get(
    "*/api/preview-news",
    guarded(() => HttpResponse.json(state.preview)),
  ),
  http.patch(
    "*/api/user/profile",
    guarded(async ({ request }) => {
      state.me = { ...state.me, ...((await request.json()) as object) };
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/user/profile-picture",
    guarded(() => {
      state.me = { ...state.me, profilePicture: "/media/pictures/1" };
      return HttpResponse.json(done);
    }),
  ),
  http.delete(
    "*/api/user/profile-picture",
    guarded(() => {
      state.me = { ...state.me, profilePicture: null };
      return HttpResponse.json(done);
    }),
  ),
  http.get(
    "*/api/user/export",
    guarded(() => HttpResponse.json({ identity: { username: "camille" } })),
  ),
  http.delete(
    "*/api/user",
    guarded(() => {
      state.signedIn = false;
      return HttpResponse.json(done);
    }),
  ),
  http.get(
    "*/api/whatsapp/number",
    recorded(() => HttpResponse.json(businessNumber)),
  ),
  http.get(
    "*/api/subscription-plans",
    recorded(() => HttpResponse.json(plans)),
  ),
);

export const gateway = {
  server,
  calls,
  get state() {
    return state;
  },
  reset() {
    state = initialState();
    calls.length = 0;
  },
  /** Makes a call fail until the end of the test. */
  fail(path: string, status: number, code: string, message: string) {
    server.use(
      http.all(
        `*/api/${path}`,
        recorded(() => refusal(status, code, message)),
      ),
    );
  },
  /** Holds the response of a call. @returns a function that sends the response */
  hold(path: string): (body: object) => void {
    const { promise, resolve } = Promise.withResolvers<object>();
    const handler = recorded(async () => HttpResponse.json(await promise));
    server.use(http.all(`*/api/${path}`, handler));
    return resolve;
  },
};
