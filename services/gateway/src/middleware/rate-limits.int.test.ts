import { afterEach, expect, test, vi } from "vitest";
import { json } from "../testing/fake-service.ts";
import { faultProxy, type FaultProxy } from "../testing/fault-proxy.ts";
import { ownRedisUrl, profile, testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
let proxy: FaultProxy | undefined;
afterEach(async () => {
  await gateway.close();
  await proxy?.close();
});

test("limits changes for each person and route", async () => {
  gateway = await testGateway({ CHANGES_PER_USER: 2 });
  const cookie = await gateway.login();
  const choose = () => gateway.post("/api/user/categories", { categoryId: 1 }, { cookie });
  expect([(await choose()).status, (await choose()).status]).toEqual([200, 200]);
  const third = await choose();
  expect(third).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(3_500);
  expect(await gateway.post("/api/automation/stop", {}, { cookie })).toMatchObject({ status: 200 });
  const reads = await gateway.call("/api/user/categories", { headers: { cookie } });
  expect(reads).toMatchObject({ status: 200 });
});

test("limits how often a stolen session can guess the password by changes of profile", async () => {
  gateway = await testGateway({ LOGIN_FAILURES_PER_ACCOUNT: 1 });
  const headers = { cookie: await gateway.login(), "content-type": "application/json" };
  gateway.services.identity.answer = (_request, res) => json(res, 200, profile);
  const change = (body: string) =>
    gateway.call("/api/user/profile", { method: "PATCH", headers, body });
  for (const guess of ["{", '\ufeff{"current\\u0050assword":"x"}', "{}", "{}"]) {
    expect(await change(guess)).toMatchObject({ status: 200 });
  }
  expect(await change('{"currentPassword":"y"}')).toMatchObject({
    status: 429,
    body: { code: "TOO_MANY_REQUESTS" },
  });
});

test.each([
  ["/api/contact", false],
  ["/api/user/contact", true],
])("says at %s that too many messages were sent", async (path, signedIn) => {
  gateway = await testGateway({ CONTACT_MESSAGES_PER_SENDER: 1 });
  const headers = {
    "accept-language": "fr",
    ...(signedIn ? { cookie: await gateway.login() } : {}),
  };
  expect(await gateway.post(path, {}, headers)).toMatchObject({ status: 200 });
  expect(await gateway.post(path, {}, headers)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining("plusieurs messages") },
  });
});

test("limits previews, and says that the edition arrives all the same", async () => {
  gateway = await testGateway({ PREVIEWS_PER_USER: 1 });
  const headers = { cookie: await gateway.login(), "accept-language": "fr" };
  const preview = () => gateway.call("/api/preview-news", { headers });
  expect(await preview()).toMatchObject({ status: 200 });
  const second = await preview();
  expect(second).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining("Trop d’aperçus en une heure") },
  });
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(3_500);
});

test("keeps limiting while Redis is down", async () => {
  proxy = await faultProxy(ownRedisUrl());
  gateway = await testGateway({ SIGNUPS_PER_ADDRESS: 1, REDIS_URL: proxy.url });
  await vi.waitFor(() => gateway.redis.ping());
  await proxy.cut();
  expect(await gateway.post("/api/signup", {})).toMatchObject({ status: 200 });
  expect(await gateway.post("/api/signup", {})).toMatchObject({ status: 429 });
});

test("answers 429 when one address exceeds its calls per minute", async () => {
  gateway = await testGateway({ CALLS_PER_ADDRESS: 3 });
  for (let call = 0; call < 3; call += 1) {
    expect(await gateway.call("/api/categories")).toMatchObject({ status: 200 });
  }
  const fourth = await gateway.call("/api/categories");
  expect(fourth).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(Number(fourth.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await fetch(`${gateway.url}/webhooks/whatsapp`)).status).toBe(200);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
});
