import { createHash } from "node:crypto";
import { verifyIdentity } from "@matinale/kit";
import { testSecret } from "@matinale/kit/testing";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { json } from "../testing/fake-service.ts";
import { person, testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway({
    LOGIN_FAILURES_PER_ACCOUNT: 3,
    LOGIN_FAILURES_PER_ADDRESS: 8,
    SIGNUPS_PER_ADDRESS: 2,
  });
});
afterAll(() => gateway.close());

const good = { email: person.email, password: person.password };
const clearLimits = async () => {
  const keys = await gateway.redis.keys(`${gateway.redis.options.keyPrefix}limit:*`);
  for (const key of keys) {
    await gateway.redis.del(key.slice(gateway.redis.options.keyPrefix?.length));
  }
};

test("calls identity under the gateway's own identity", async () => {
  expect(await gateway.post("/api/login", good)).toMatchObject({ status: 200 });
  const { headers, body } = gateway.services.identity.received[0]!;
  const token = String(headers["x-internal-identity"]);
  expect(await verifyIdentity(token, { audience: "identity", secret: testSecret })).toEqual({
    subject: "service:gateway",
  });
  expect(JSON.parse(body)).toEqual(good);
});

test.each([
  ["a MongoDB operator", { email: { $ne: null }, password: "x" }],
  ["a list", { ...good, password: ["x"] }],
  ["an unknown key", { ...good, role: "admin" }],
  ["no password", { email: good.email }],
  ["text that is not an address", { ...good, email: "ada" }],
  ["a password that is too long", { ...good, password: "x".repeat(1025) }],
])("answers 400 for %s without calling identity", async (_case, body) => {
  gateway.services.identity.received.length = 0;
  expect(await gateway.post("/api/login", body)).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED" },
  });
  expect(gateway.services.identity.received).toEqual([]);
});

test("answers 429 after wrong passwords for one account, even with another X-Forwarded-For each time", async () => {
  await clearLimits();
  for (let guess = 0; guess < 3; guess += 1) {
    const answer = await gateway.post(
      "/api/login",
      { ...good, password: `guess ${guess}` },
      { "x-forwarded-for": `192.0.2.${guess}`, forwarded: `for=192.0.2.${guess}` },
    );
    expect(answer).toMatchObject({
      status: 401,
      body: { code: "INVALID_CREDENTIALS", message: "Invalid email or password" },
    });
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
  const blocked = await gateway.post(
    "/api/login",
    { ...good, email: "ADA@example.org" },
    {
      "x-forwarded-for": "192.0.2.99",
    },
  );
  expect(blocked).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(800);

  const other = { email: "grace@example.org", password: "x" };
  expect(await gateway.post("/api/login", other)).toMatchObject({ status: 401 });
});

test("counts parallel guesses", async () => {
  await clearLimits();
  const guesses = Array.from({ length: 8 }, (_, guess) =>
    gateway.post("/api/login", { ...good, password: `guess ${guess}` }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
});

test("resets the count when the password is right", async () => {
  await clearLimits();
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 2; guess += 1) {
      await gateway.post("/api/login", { ...good, password: "wrong" });
    }
    expect(await gateway.post("/api/login", good)).toMatchObject({ status: 200 });
  }
});

test("answers 429 when one address tries many accounts", async () => {
  await clearLimits();
  const attempt = (name: number) =>
    gateway.post("/api/login", { email: `someone-${name}@example.org`, password: "x" });
  for (let name = 0; name < 8; name += 1) expect((await attempt(name)).status).toBe(401);
  expect((await attempt(9)).status).toBe(429);
});

test("does not count attempts for a blocked account against its network", async () => {
  await clearLimits();
  for (let guess = 0; guess < 10; guess += 1) {
    const { status } = await gateway.post("/api/login", { ...good, password: "wrong" });
    expect(status).toBe(guess < 3 ? 401 : 429);
  }
  const other = { email: "grace@example.org", password: "x" };
  expect(await gateway.post("/api/login", other)).toMatchObject({ status: 401 });
  expect(await gateway.post("/api/login", good)).toMatchObject({ status: 429 });
});

test("gives no further guess when the limit ends at the moment of a refusal", async () => {
  await clearLimits();
  const guess = async () =>
    (await gateway.post("/api/login", { ...good, password: "wrong" })).status;
  expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 401]);
  const { consume } = RateLimiterRedis.prototype;
  const spy = vi.spyOn(RateLimiterRedis.prototype, "consume").mockImplementationOnce(consume);
  spy.mockImplementationOnce(function refuse(this: RateLimiterRedis, ...call) {
    return consume.apply(this, call).finally(clearLimits);
  });
  expect(await guess()).toBe(429);
  spy.mockRestore();
  expect([await guess(), await guess(), await guess(), await guess()]).toEqual([
    401, 401, 401, 429,
  ]);
});

test("does not count an attempt that identity could not answer", async () => {
  await clearLimits();
  const usual = gateway.services.identity.answer;
  gateway.services.identity.answer = (_request, res) =>
    json(res, 503, { message: "Busy.", code: "SERVICE_UNAVAILABLE", requestId: "r" });
  for (let attempt = 0; attempt < 4; attempt += 1) {
    expect(await gateway.post("/api/login", good)).toMatchObject({
      status: 503,
      body: { code: "SERVICE_UNAVAILABLE" },
    });
  }
  gateway.services.identity.answer = usual;
  expect(await gateway.post("/api/login", good)).toMatchObject({ status: 200 });
});

test("writes no e-mail address into Redis", async () => {
  await clearLimits();
  await gateway.post("/api/login", { ...good, password: "wrong" });
  const keys = await gateway.redis.keys(`${gateway.redis.options.keyPrefix}*`);
  expect(keys.join()).not.toContain("ada@");
  const digest = createHash("sha256").update(person.email).digest("base64url");
  expect(keys.join()).toContain(digest);
});

test("limits sign-ups of one address", async () => {
  await clearLimits();
  const signup = () => gateway.post("/api/signup", {}, { "x-forwarded-for": "192.0.2.1" });
  expect([(await signup()).status, (await signup()).status]).toEqual([200, 200]);
  const third = await signup();
  expect(third).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(3_500);
});

test("uses the address that a trusted proxy saw", async () => {
  const behind = await testGateway({ TRUSTED_PROXIES: ["127.0.0.1"], SIGNUPS_PER_ADDRESS: 1 });
  try {
    const from = async (address: string) =>
      (await behind.post("/api/signup", {}, { "x-forwarded-for": address })).status;
    expect(await from("192.0.2.1")).toBe(200);
    expect(await from("198.51.100.9, 192.0.2.1")).toBe(429);
    expect(await from("192.0.2.2")).toBe(200);
  } finally {
    await behind.close();
  }
});
