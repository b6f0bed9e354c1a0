import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import {
  businessNumber,
  categories,
  openApi,
  outlets,
  plans,
  product,
  serviceStatus,
} from "./fixtures.ts";
import { guarded, recorded, refusal, shared, type State } from "./gateway-state.ts";

interface Call {
  request: Request;
  params: Record<string, unknown>;
}
/** Returns a response, or the body of one; nothing means `{ success: true }`. */
type Answer = (state: State, call: Call) => unknown;

const done = { success: true };
const doneWith = (body: object) => () => ({ ...done, ...body });
const writtenToUs = doneWith({ message: "Recorded.", reference: "M-2345ABCD" });

/** Answers the call with success after the state has changed. */
const change =
  (changes: (state: State, call: Call) => Partial<State>): Answer =>
  (state, call) =>
    void Object.assign(state, changes(state, call));
const changeMe = (changes: Partial<State["me"]>): Answer =>
  change(({ me }) => ({ me: { ...me, ...changes } }));
const signOut = change(() => ({ signedIn: false }));

const automation = ({ running: isRunning, automationMessage: message, ...state }: State) => ({
  ...done,
  isRunning,
  waitsFor: state.waitsFor,
  message,
  pausedUntil: state.pausedUntil,
  disconnected: state.disconnected,
});

/** Calls that need no session. */
const open: Record<string, Answer> = {
  "GET me": ({ signedIn, me }, { request }) => {
    if (signedIn) return me;
    if (request.headers.get("x-session") === "optional") {
      return new HttpResponse(null, { status: 204 });
    }
    return refusal(401, "UNAUTHENTICATED", "Sign in first.");
  },
  "POST login": change(() => ({ signedIn: true })),
  "POST signup": doneWith({}),
  "POST verify-email": changeMe({ emailVerified: true }),
  "POST confirm-email": doneWith({ done: true }),
  "POST request-password-reset": () => ({ message: "Request received." }),
  "POST reset-password": signOut,
  "POST contact": writtenToUs,
  "GET categories": () => categories,
  "GET payment-configuration": ({ payment }) => payment,
  "GET whatsapp/number": () => businessNumber,
  "GET status": () => serviceStatus,
  "GET outlets": () => ({ outlets }),
  "GET docs/openapi.json": () => openApi,
  "GET product": () => product,
  "GET subscription-plans": () => plans,
};

const forReaders: Record<string, Answer> = {
  "POST logout": signOut,
  "POST logout-everywhere": signOut,
  "DELETE user": signOut,
  "GET message-history": ({ history }) => ({ ...done, history }),
  "GET automation/status": automation,
  "POST automation/start": (state) =>
    automation(Object.assign(state, { running: true, pausedUntil: null })),
  "POST automation/stop": (state) =>
    automation(Object.assign(state, { running: false, pausedUntil: null })),
  "POST deliver-news": doneWith({ categories: ["economy", "sports"], articlesCount: 3 }),
  "GET user/preferences": ({ preferences }) => preferences,
  "PATCH user/preferences": async (state, { request }) => {
    state.preferences = { ...state.preferences, ...((await request.json()) as object) };
    return state.preferences;
  },
  "GET user/delivery-hours": () => ({ deliveryHours: ["08:30", "18:30"] }),
  "GET user/categories": ({ chosen }) => categories.filter(({ id }) => chosen.includes(id)),
  "POST user/categories": doneWith({}),
  "POST user/whatsapp/connect": changeMe({ whatsappConnected: true }),
  "GET user/whatsapp/opt-in": ({ optIn }) => optIn,
  "GET subscription": ({ subscription }) => subscription,
  "GET invoices": ({ invoices }) => ({ invoices }),
  "POST create-payment-intent": ({ intent }) => intent,
  "POST cancel-subscription": (state) => {
    const { currentPeriodEnd: endsAt } = state.subscription;
    state.subscription = { ...state.subscription, status: "canceled", cancelAt: endsAt };
    return { ...done, endsAt };
  },
  "POST resume-subscription": (state) => {
    state.subscription = { ...state.subscription, status: "active", cancelAt: null };
    return { ...done, renewsAt: state.subscription.currentPeriodEnd };
  },
  "GET plan-change-preview": ({ planChange }) => planChange,
  "GET preview-news": ({ preview }) => preview,
  "PATCH user/profile": async (state, { request }) => {
    state.me = { ...state.me, ...((await request.json()) as object) };
  },
  "DELETE user/pending-email": changeMe({ pendingEmail: null }),
  "POST send-verification": doneWith({}),
  "POST change-password": change(({ sessions }) => ({
    sessions: sessions.filter(({ current }) => current),
  })),
  "GET sessions": ({ sessions }) => sessions,
  "DELETE sessions/:id": change(({ sessions }, { params }) => ({
    sessions: sessions.filter(({ id }) => id !== params["id"]),
  })),
  "POST user/profile-picture": changeMe({ profilePicture: "/media/pictures/1" }),
  "DELETE user/profile-picture": changeMe({ profilePicture: null }),
  "GET user/export": () =>
    HttpResponse.json(
      { identity: { username: "camille" } },
      {
        headers: {
          "content-disposition": "attachment; filename=matinale-2026-11-21T08-00-00.json",
        },
      },
    ),
  "POST user/contact": writtenToUs,
};

const handlersOf = (answers: Record<string, Answer>, protect: typeof recorded) =>
  Object.entries(answers).map(([call, answer]) => {
    const [method = "", path] = call.split(" ");
    return http[method.toLowerCase() as "get" | "post" | "patch" | "delete"](
      `*/api/${path}`,
      protect(async ({ request, params }) => {
        const body = (await answer(shared.state, { request, params })) ?? done;
        return body instanceof Response ? body : HttpResponse.json(body);
      }),
    );
  });

const server = setupServer(...handlersOf(open, recorded), ...handlersOf(forReaders, guarded));

/** The fake gateway: a server inside the test process. */
export const gateway = {
  server,
  calls: shared.calls,
  get state() {
    return shared.state;
  },
  reset: () => shared.reset(),
  /** The bodies of the calls with this method and path, in their order. */
  bodies: (call: string): unknown[] =>
    shared.calls.filter((made) => made.call === call).map(({ body }) => body),
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
  hold(path: string, method: "all" | "post" = "all"): (body: object) => void {
    const { promise, resolve } = Promise.withResolvers<object>();
    const handler = recorded(async () => HttpResponse.json(await promise));
    server.use(http[method](`*/api/${path}`, handler));
    return resolve;
  },
};
