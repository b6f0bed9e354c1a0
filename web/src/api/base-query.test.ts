import { http, HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { makeStore } from "../store/make-store.ts";
import { gateway } from "../testing/gateway.ts";
import { api } from "./api.ts";
import { backoffMs } from "./base-query.ts";
import { preferencesApi } from "./resources/preferences-api.ts";
import { sessionApi } from "./resources/session-api.ts";

const { me, login } = sessionApi.endpoints;
const { preferences: readPreferences } = preferencesApi.endpoints;
const readMe = () => makeStore().dispatch(me.initiate());

afterEach(() => vi.useRealTimers());

test("every call sends the X-Requested-With header and the cookies", async () => {
  gateway.state.signedIn = true;
  const fetch = vi.spyOn(globalThis, "fetch");
  // The fake gateway rejects calls without the header or without the page's language.
  expect((await readMe()).data).toMatchObject({ username: "camille" });
  expect(fetch.mock.calls[0]?.[0]).toMatchObject({ credentials: "include" });
});

test("every call sends the language of the site", async () => {
  const sent: (string | null)[] = [];
  gateway.server.use(
    http.get("*/api/me", ({ request }) => {
      sent.push(request.headers.get("accept-language"));
      return HttpResponse.json({});
    }),
  );
  for (const language of ["fr", "en"]) {
    document.documentElement.lang = language;
    await readMe();
  }
  expect(sent).toEqual(["fr", "en"]);
});

test("an error response keeps the server's message, its code and the text « status: body »", async () => {
  const { error } = await makeStore().dispatch(readPreferences.initiate());
  expect(error).toEqual({
    status: 401,
    text: '401: {"message":"Sign in first.","code":"UNAUTHENTICATED","requestId":"request-1"}',
    message: "Sign in first.",
    code: "UNAUTHENTICATED",
  });
});

test("a 204 from the current-user call means that no user is signed in", async () => {
  const fetch = vi.spyOn(globalThis, "fetch");
  // The address of the tests is a public page.
  expect((await readMe()).error).toMatchObject({ status: 401 });
  const request = fetch.mock.calls[0]?.[0] as Request;
  expect(request.headers.get("x-session")).toBe("optional");
});

test("a user gets the defaults for the fields that the response leaves out", async () => {
  const body = { username: "ada" };
  gateway.server.use(http.get("*/api/me", () => HttpResponse.json(body)));
  const defaults = { language: "fr", voicePreference: "female" };
  expect((await readMe()).data).toEqual({ ...body, ...defaults });
});

test("a plain-text error response keeps its status", async () => {
  gateway.server.use(http.get("*/api/me", () => new HttpResponse("no session", { status: 401 })));
  expect((await readMe()).error).toEqual({ status: 401, text: "401: no session" });
});

test("an empty error response is described by its status text", async () => {
  gateway.server.use(
    http.get("*/api/me", () => new HttpResponse(null, { status: 502, statusText: "Bad Gateway" })),
  );
  expect((await readMe()).error).toEqual({ status: 502, text: "502: Bad Gateway" });
});

test("`success: false` is a failure even with status 200", async () => {
  gateway.server.use(
    http.post("*/api/login", () => HttpResponse.json({ success: false, message: "Not now." })),
  );
  const { error } = await makeStore().dispatch(
    login.initiate({ email: "a@b.io", password: "secret" }),
  );
  expect(error).toMatchObject({ status: 200, message: "Not now." });
});

test("a lost connection has the status « network »", async () => {
  gateway.server.use(http.get("*/api/me", () => HttpResponse.error()));
  expect((await readMe()).error).toMatchObject({ status: "network" });
});

test.each([
  ["a page instead of JSON", () => HttpResponse.html("<h1>Maintenance</h1>")],
  ["an empty response", () => HttpResponse.json(null)],
])("%s is a failure of a query", async (_what, respond) => {
  gateway.server.use(http.get("*/api/user/preferences", respond));
  const { error } = await makeStore().dispatch(readPreferences.initiate());
  expect(error).toMatchObject({ status: "invalid" });
});

test("a failed query is not retried", async () => {
  gateway.fail("me", 500, "INTERNAL", "Broken.");
  await readMe();
  expect(gateway.calls).toHaveLength(1);
});

test("the back-off doubles from 1 s up to 30 s", () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(backoffMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});

test("a query with two retries is repeated after 1 s, and after 2 s more", async () => {
  gateway.fail("me", 500, "INTERNAL", "Broken.");
  const waits: (number | undefined)[] = [];
  const { setTimeout } = globalThis;
  const isRetry = (ms?: number) => ms === 1000 || ms === 2000;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((run: () => void, ms?: number) => {
    if (isRetry(ms)) waits.push(ms);
    return setTimeout(run, isRetry(ms) ? 0 : ms);
  });
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      repeated: build.query<unknown, void>({
        query: () => ({ url: "/me" }),
        extraOptions: { retryCondition: (_error, _args, { attempt }) => attempt <= 2 },
      }),
    }),
  });
  await makeStore().dispatch(endpoints.repeated.initiate());
  expect(gateway.calls).toHaveLength(3);
  expect(waits).toEqual([1000, 2000]);
});
