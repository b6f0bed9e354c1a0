import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { json } from "../testing/fake-service.ts";
import { profile, testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
let cookie: string;
const answers = {
  preferences: { language: "en" },
  billing: { stripeSubscriptionId: "sub_1", planId: 2, trialEndsAt: null },
  delivery: { whatsappConnected: true, phone: "+33600000002" },
};
const me = {
  username: "ada",
  email: "ada@example.org",
  phone: "+33600000002",
  language: "en",
  profilePicture: null,
  voicePreference: "male",
  stripeSubscriptionId: "sub_1",
  whatsappConnected: true,
  emailVerified: true,
  pendingEmail: null,
};
/** While delivery is down, /me shows the phone number of the sign-up. */
const withoutDelivery = { ...me, phone: profile.phone };
const allAnswer = () => {
  for (const [name, body] of Object.entries(answers)) {
    gateway.services[name as keyof typeof answers].answer = (_request, res) => json(res, 200, body);
  }
};
beforeAll(async () => {
  gateway = await testGateway();
});
/** Waits until all circuits are closed again: a test before may have opened one. */
const allAreBack = () =>
  vi.waitFor(
    async () => {
      cookie = await gateway.login();
      const answer = await getMe();
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers.get("x-degraded")).toBeNull();
    },
    { timeout: 10_000, interval: 50 },
  );
beforeEach(async () => {
  allAnswer();
  await allAreBack();
});
afterAll(() => gateway.close());

const getMe = () => gateway.call("/api/me", { headers: { cookie } });

test("composes /me of four services, without any other field", async () => {
  const answer = await getMe();
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual(me);
  expect(answer.headers.get("x-degraded")).toBeNull();
});

test("answers 204 without a session when the caller says that it is optional", async () => {
  const getMeOptional = (headers: Record<string, string>) =>
    gateway.call("/api/me", { headers: { "x-session": "optional", ...headers } });
  expect(await getMeOptional({})).toMatchObject({ status: 204, body: { text: "" } });
  expect(await getMeOptional({ cookie: "matinale=forged" })).toMatchObject({ status: 204 });
  expect(await getMeOptional({ cookie })).toMatchObject({ status: 200, body: me });
  expect(await gateway.call("/api/me")).toMatchObject({ status: 401 });
  const headers = { "x-session": "optional" };
  expect(await gateway.call("/api/message-history", { headers })).toMatchObject({ status: 401 });
});

test("composes /me when services do not know a new person yet", async () => {
  for (const name of ["preferences", "billing", "delivery"] as const) {
    gateway.services[name].answer = (_request, res) =>
      json(res, 404, { message: "Unknown.", code: "NOT_FOUND", requestId: "r" });
  }
  const answer = await getMe();
  expect(answer.body).toEqual({ ...profile, stripeSubscriptionId: null, whatsappConnected: false });
  expect(answer.headers.get("x-degraded")).toBeNull();
});

test("uses the last known part when a service fails, and names it in x-degraded", async () => {
  await getMe();
  gateway.services.billing.answer = (_request, res) => void res.destroy();
  gateway.services.delivery.answer = (_request, res) => json(res, 500, {});
  const answer = await getMe();
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual(withoutDelivery);
  expect(answer.headers.get("x-degraded")).toBe("billing, delivery");
});

const stored = () => gateway.redis.get("me:user-ada");

test("keeps no phone number and no e-mail address in the last known answer", async () => {
  await getMe();
  await vi.waitFor(async () => expect(await stored()).toContain("sub_1"));
  const text = await stored();
  expect(text).not.toMatch(/\+?\d{8,}|@/);
  expect(await gateway.redis.ttl("me:user-ada")).toBeLessThanOrEqual(7 * 24 * 60 * 60);
});

test("answers within the timeout of a part when its service hangs", async () => {
  gateway.services.preferences.answer = () => undefined;
  const timed = async () => {
    const started = performance.now();
    const answer = await getMe();
    expect(answer.body).toEqual(me);
    expect(answer.headers.get("x-degraded")).toBe("preferences");
    return performance.now() - started;
  };
  const slow = await Promise.all([timed(), timed(), timed()]);
  for (const ms of slow) expect(ms).toBeLessThan(4_500);
  // three calls in a row were slow, and the circuit is open: the next call does not wait
  expect(await timed()).toBeLessThan(2_000);
});

test("treats a part that does not match its schema as failed", async () => {
  await getMe();
  gateway.services.delivery.answer = (_request, res) =>
    json(res, 200, { whatsappConnected: "yes" });
  const answer = await getMe();
  expect(answer.body).toEqual(withoutDelivery);
  expect(answer.headers.get("x-degraded")).toBe("delivery");
});

test("fails /me when identity fails", async () => {
  const usual = gateway.services.identity.answer;
  gateway.services.identity.answer = (_request, res) => void res.destroy();
  expect(await getMe()).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  gateway.services.identity.answer = usual;
  await allAreBack();
});

test("does not end sessions when identity refuses the gateway's token", async () => {
  const usual = gateway.services.identity.answer;
  gateway.services.identity.answer = (_request, res) => {
    res.setHeader("www-authenticate", "Matinale");
    json(res, 401, { message: "Please sign in.", code: "UNAUTHENTICATED", requestId: "r" });
  };
  expect(await getMe()).toMatchObject({ status: 502, body: { code: "UPSTREAM_FAILED" } });
  gateway.services.identity.answer = usual;
  expect(await getMe()).toMatchObject({ status: 200 });
});

test.each([
  [404, "NOT_FOUND"],
  [401, "UNAUTHENTICATED"],
])("ends all sessions when the account is gone (%i)", async (status, code) => {
  const elsewhere = await gateway.login();
  const usual = gateway.services.identity.answer;
  gateway.services.identity.answer = (_request, res) =>
    json(res, status, { message: "Gone.", code, requestId: "r" });
  const answer = await getMe();
  expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  expect(answer.headers.get("set-cookie")).toMatch(/^matinale=;/);
  gateway.services.identity.answer = usual;
  expect(await getMe()).toMatchObject({ status: 401 });
  const headers = { cookie: elsewhere };
  expect(await gateway.call("/api/me", { headers })).toMatchObject({ status: 401 });
});
