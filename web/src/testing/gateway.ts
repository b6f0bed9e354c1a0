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
import { guarded, recorded, refusal, shared } from "./gateway-state.ts";

const done = { success: true };
const writtenToUs = () =>
  HttpResponse.json({ ...done, message: "Recorded.", reference: "M-2345ABCD" });

const server = setupServer(
  http.get(
    "*/api/me",
    recorded(({ request }) => {
      if (shared.state.signedIn) return HttpResponse.json(shared.state.me);
      if (request.headers.get("x-session") === "optional") {
        return new HttpResponse(null, { status: 204 });
      }
      return refusal(401, "UNAUTHENTICATED", "Sign in first.");
    }),
  ),
  http.post(
    "*/api/login",
    recorded(() => {
      shared.state.signedIn = true;
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
      shared.state.signedIn = false;
      return HttpResponse.json(done);
    }),
  ),
  http.get(
    "*/api/message-history",
    guarded(() => HttpResponse.json({ ...done, history: shared.state.history })),
  ),
  http.get(
    "*/api/automation/status",
    guarded(() => {
      const { running: isRunning, pausedUntil, disconnected } = shared.state;
      return HttpResponse.json({ ...done, isRunning, pausedUntil, disconnected });
    }),
  ),
  http.post(
    "*/api/automation/start",
    guarded(() => {
      shared.state.running = true;
      shared.state.pausedUntil = null;
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/automation/stop",
    guarded(() => {
      shared.state.running = false;
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
    guarded(() => HttpResponse.json(shared.state.preferences)),
  ),
  http.patch(
    "*/api/user/preferences",
    guarded(async ({ request }) => {
      shared.state.preferences = {
        ...shared.state.preferences,
        ...((await request.json()) as object),
      };
      return HttpResponse.json(shared.state.preferences);
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
    guarded(() =>
      HttpResponse.json(categories.filter(({ id }) => shared.state.chosen.includes(id))),
    ),
  ),
  http.post(
    "*/api/user/categories",
    guarded(() => HttpResponse.json(done)),
  ),
  http.post(
    "*/api/user/whatsapp/connect",
    guarded(() => {
      shared.state.me = { ...shared.state.me, whatsappConnected: true };
      return HttpResponse.json(done);
    }),
  ),
  http.get(
    "*/api/user/whatsapp/opt-in",
    guarded(() => HttpResponse.json(shared.state.optIn)),
  ),
  http.get(
    "*/api/subscription",
    guarded(() => HttpResponse.json(shared.state.subscription)),
  ),
  http.get(
    "*/api/invoices",
    guarded(() => HttpResponse.json({ invoices: shared.state.invoices })),
  ),
  http.get(
    "*/api/payment-configuration",
    recorded(() => HttpResponse.json(shared.state.payment)),
  ),
  http.post(
    "*/api/create-payment-intent",
    guarded(() => HttpResponse.json(shared.state.intent)),
  ),
  http.post(
    "*/api/cancel-subscription",
    guarded(() => {
      const endsAt = shared.state.subscription.currentPeriodEnd;
      shared.state.subscription = {
        ...shared.state.subscription,
        status: "canceled",
        cancelAt: endsAt,
      };
      return HttpResponse.json({ ...done, endsAt });
    }),
  ),
  http.post(
    "*/api/resume-subscription",
    guarded(() => {
      const { subscription } = shared.state;
      shared.state.subscription = { ...subscription, status: "active", cancelAt: null };
      return HttpResponse.json({ ...done, renewsAt: subscription.currentPeriodEnd });
    }),
  ),
  http.get(
    "*/api/plan-change-preview",
    guarded(() => HttpResponse.json(shared.state.planChange)),
  ),
  http.get(
    "*/api/preview-news",
    guarded(() => HttpResponse.json(shared.state.preview)),
  ),
  http.patch(
    "*/api/user/profile",
    guarded(async ({ request }) => {
      shared.state.me = { ...shared.state.me, ...((await request.json()) as object) };
      return HttpResponse.json(done);
    }),
  ),
  http.delete(
    "*/api/user/pending-email",
    guarded(() => {
      shared.state.me = { ...shared.state.me, pendingEmail: null };
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/send-verification",
    guarded(() => HttpResponse.json(done)),
  ),
  http.post(
    "*/api/verify-email",
    recorded(() => {
      shared.state.me = { ...shared.state.me, emailVerified: true };
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/confirm-email",
    recorded(() => HttpResponse.json({ ...done, done: true })),
  ),
  http.post(
    "*/api/request-password-reset",
    recorded(() => HttpResponse.json({ message: "Request received." })),
  ),
  http.post(
    "*/api/reset-password",
    recorded(() => {
      shared.state.signedIn = false;
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/change-password",
    guarded(() => {
      shared.state.sessions = shared.state.sessions.filter(({ current }) => current);
      return HttpResponse.json(done);
    }),
  ),
  http.get(
    "*/api/sessions",
    guarded(() => HttpResponse.json(shared.state.sessions)),
  ),
  http.delete(
    "*/api/sessions/:id",
    guarded(({ params }) => {
      shared.state.sessions = shared.state.sessions.filter(({ id }) => id !== params["id"]);
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/logout-everywhere",
    guarded(() => {
      shared.state.signedIn = false;
      return HttpResponse.json(done);
    }),
  ),
  http.post(
    "*/api/user/profile-picture",
    guarded(() => {
      shared.state.me = { ...shared.state.me, profilePicture: "/media/pictures/1" };
      return HttpResponse.json(done);
    }),
  ),
  http.delete(
    "*/api/user/profile-picture",
    guarded(() => {
      shared.state.me = { ...shared.state.me, profilePicture: null };
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
      shared.state.signedIn = false;
      return HttpResponse.json(done);
    }),
  ),
  http.get(
    "*/api/whatsapp/number",
    recorded(() => HttpResponse.json(businessNumber)),
  ),
  http.post("*/api/contact", recorded(writtenToUs)),
  http.post("*/api/user/contact", guarded(writtenToUs)),
  http.get(
    "*/api/status",
    recorded(() => HttpResponse.json(serviceStatus)),
  ),
  http.get(
    "*/api/outlets",
    recorded(() => HttpResponse.json({ outlets })),
  ),
  http.get(
    "*/api/docs/openapi.json",
    recorded(() => HttpResponse.json(openApi)),
  ),
  http.get(
    "*/api/product",
    recorded(() => HttpResponse.json(product)),
  ),
  http.get(
    "*/api/subscription-plans",
    recorded(() => HttpResponse.json(plans)),
  ),
);

/** The fake gateway: a server inside the test process. */
export const gateway = {
  server,
  calls: shared.calls,
  get state() {
    return shared.state;
  },
  reset: () => shared.reset(),
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
