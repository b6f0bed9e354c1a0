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
const allAnswer = () => {
  for (const [name, body] of Object.entries(answers)) {
    gateway.services[name as keyof typeof answers].answer = (_request, res) => json(res, 200, body);
  }
};
beforeAll(async () => {
  gateway = await testGateway();
});
beforeEach(async () => {
  allAnswer();
  cookie = await gateway.login();
});
afterAll(() => gateway.close());

const askMe = () => gateway.call("/api/me", { headers: { cookie } });

test("a person is put together from four services, and nothing else of them shows", async () => {
  const answer = await askMe();
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual(me);
  expect(answer.headers.get("x-degraded")).toBeNull();
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
  expect(answer.body).toEqual(me);
  expect(answer.headers.get("x-degraded")).toBe("billing, delivery");
});

test("a part that hangs costs the deadline, not the answer", async () => {
  await askMe();
  gateway.services.preferences.answer = () => undefined;
  const started = performance.now();
  const answer = await askMe();
  expect(answer.body).toEqual(me);
  expect(answer.headers.get("x-degraded")).toBe("preferences");
  expect(performance.now() - started).toBeLessThan(4_000);
});

test("a part that keeps hanging costs its deadline once, then nothing", async () => {
  await askMe();
  gateway.services.preferences.answer = () => undefined;
  await Promise.all([askMe(), askMe(), askMe()]);
  const started = performance.now();
  const answer = await askMe();
  expect(answer.body).toEqual(me);
  expect(answer.headers.get("x-degraded")).toBe("preferences");
  expect(performance.now() - started).toBeLessThan(500);
  allAnswer();
  await vi.waitFor(async () => expect((await askMe()).headers.get("x-degraded")).toBeNull(), {
    timeout: 3_000,
    interval: 50,
  });
});

test("an answer in another shape is a failure of that part", async () => {
  await askMe();
  gateway.services.delivery.answer = (_request, res) =>
    json(res, 200, { whatsappConnected: "yes" });
  const answer = await askMe();
  expect(answer.body).toEqual(me);
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
  expect(await askMe()).toMatchObject({ status: 200 });
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
