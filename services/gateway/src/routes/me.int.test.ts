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
};
/** Without delivery the number given at sign-up stands. */
const withoutDelivery = { ...me, phone: profile.phone };
const allAnswer = () => {
  for (const [name, body] of Object.entries(answers)) {
    gateway.services[name as keyof typeof answers].answer = (_request, res) => json(res, 200, body);
  }
};
beforeAll(async () => {
  gateway = await testGateway();
});
/** What did not answer in the test before is asked again only when it has been seen to answer. */
const allAreBack = () =>
  vi.waitFor(
    async () => {
      cookie = await gateway.login();
      const answer = await askMe();
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

const askMe = () => gateway.call("/api/me", { headers: { cookie } });

test("a person is put together from four services, and nothing else of them shows", async () => {
  const answer = await askMe();
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual(me);
  expect(answer.headers.get("x-degraded")).toBeNull();
});

test("who asks whether anybody is there is told of nobody without a failure", async () => {
  const ask = (headers: Record<string, string>) =>
    gateway.call("/api/me", { headers: { "x-session": "optional", ...headers } });
  expect(await ask({})).toMatchObject({ status: 204, body: { text: "" } });
  expect(await ask({ cookie: "matinale=forged" })).toMatchObject({ status: 204 });
  expect(await ask({ cookie })).toMatchObject({ status: 200, body: me });
  expect(await gateway.call("/api/me")).toMatchObject({ status: 401 });
  const headers = { "x-session": "optional" };
  expect(await gateway.call("/api/message-history", { headers })).toMatchObject({ status: 401 });
});

test("services that have not heard of a new person yet are not a failure", async () => {
  for (const name of ["preferences", "billing", "delivery"] as const) {
    gateway.services[name].answer = (_request, res) =>
      json(res, 404, { message: "Unknown.", code: "NOT_FOUND", requestId: "r" });
  }
  const answer = await askMe();
  expect(answer.body).toEqual({ ...profile, stripeSubscriptionId: null, whatsappConnected: false });
  expect(answer.headers.get("x-degraded")).toBeNull();
});

test("a part that fails is what it was last time, and the answer says so", async () => {
  await askMe();
  gateway.services.billing.answer = (_request, res) => void res.destroy();
  gateway.services.delivery.answer = (_request, res) => json(res, 500, {});
  const answer = await askMe();
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual(withoutDelivery);
  expect(answer.headers.get("x-degraded")).toBe("billing, delivery");
});

const kept = () => gateway.redis.get("me:user-ada");

test("what is kept for then holds no phone number and no e-mail address", async () => {
  await askMe();
  await vi.waitFor(async () => expect(await kept()).toContain("sub_1"));
  const text = await kept();
  expect(text).not.toMatch(/\+?\d{8,}|@/);
  expect(await gateway.redis.ttl("me:user-ada")).toBeLessThanOrEqual(7 * 24 * 60 * 60);
});

test("it is deleted when its person logs out of the last session, not before", async () => {
  await gateway.redis.del("sessions-by-end:user-ada");
  cookie = await gateway.login();
  const elsewhere = await gateway.login();
  await gateway.redis.set("me:user-ada", JSON.stringify(answers));
  const logOut = (headers: Record<string, string>) =>
    gateway.call("/api/logout", { method: "POST", headers });
  expect(await logOut({ cookie: elsewhere })).toMatchObject({ status: 200 });
  expect(await kept()).not.toBeNull();
  expect(await logOut({ cookie })).toMatchObject({ status: 200 });
  expect(await kept()).toBeNull();
});

test("a part that hangs costs its deadline once, and never the answer", async () => {
  gateway.services.preferences.answer = () => undefined;
  const timed = async () => {
    const started = performance.now();
    const answer = await askMe();
    expect(answer.body).toEqual(me);
    expect(answer.headers.get("x-degraded")).toBe("preferences");
    return performance.now() - started;
  };
  expect(await timed()).toBeLessThan(4_500);
  // it is known now: nobody waits for it a second time
  expect(await timed()).toBeLessThan(2_000);
});

test("an answer in another shape is a failure of that part", async () => {
  await askMe();
  gateway.services.delivery.answer = (_request, res) =>
    json(res, 200, { whatsappConnected: "yes" });
  const answer = await askMe();
  expect(answer.body).toEqual(withoutDelivery);
  expect(answer.headers.get("x-degraded")).toBe("delivery");
});

test("equal answers are written down once", async () => {
  await askMe();
  const before = await gateway.redis.ttl("me:user-ada");
  await gateway.redis.expire("me:user-ada", 100);
  await askMe();
  expect(before).toBeGreaterThan(100);
  expect(await gateway.redis.ttl("me:user-ada")).toBeLessThanOrEqual(100);
});

test("without identity there is no answer", async () => {
  const usual = gateway.services.identity.answer;
  gateway.services.identity.answer = (_request, res) => void res.destroy();
  expect(await askMe()).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  gateway.services.identity.answer = usual;
  await allAreBack();
});

test("identity refusing our token signs nobody out for good", async () => {
  const usual = gateway.services.identity.answer;
  gateway.services.identity.answer = (_request, res) => {
    res.setHeader("www-authenticate", "Matinale");
    json(res, 401, { message: "Please log in.", code: "UNAUTHENTICATED", requestId: "r" });
  };
  expect(await askMe()).toMatchObject({ status: 502, body: { code: "UPSTREAM_FAILED" } });
  gateway.services.identity.answer = usual;
  expect(await askMe()).toMatchObject({ status: 200 });
});

test.each([
  [404, "NOT_FOUND"],
  [401, "UNAUTHENTICATED"],
])("an account that is gone (%i) takes its sessions with it", async (status, code) => {
  const elsewhere = await gateway.login();
  const usual = gateway.services.identity.answer;
  gateway.services.identity.answer = (_request, res) =>
    json(res, status, { message: "Gone.", code, requestId: "r" });
  const answer = await askMe();
  expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  expect(answer.headers.get("set-cookie")).toMatch(/^matinale=;/);
  gateway.services.identity.answer = usual;
  expect(await askMe()).toMatchObject({ status: 401 });
  const headers = { cookie: elsewhere };
  expect(await gateway.call("/api/me", { headers })).toMatchObject({ status: 401 });
});
