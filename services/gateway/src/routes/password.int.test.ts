import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { json, type FakeService } from "../testing/fake-service.ts";
import {
  cookieOf,
  person,
  profile,
  testGateway,
  type TestGateway,
} from "../testing/test-gateway.ts";

let gateway: TestGateway;
let refusal: { status: number; code: string } | null = null;
let passwordChangedAt: string | null = null;
const changedNow = "2026-11-23T10:00:00.000Z";
beforeAll(async () => {
  gateway = await testGateway({ RESETS_PER_ACCOUNT: 3 });
  gateway.services.identity.answer = asIdentity(gateway.services.identity.answer);
});
beforeEach(() => {
  refusal = null;
  passwordChangedAt = null;
  gateway.services.identity.received.splice(0);
});
afterAll(() => gateway.close());

/** Identity as far as passwords go. */
const asIdentity =
  (before: FakeService["answer"]): FakeService["answer"] =>
  (request, res) => {
    const { url } = request;
    if (refusal !== null && url !== "/me" && url !== "/internal/credentials") {
      const { status, code } = refusal;
      return json(res, status, { message: "No.", code, requestId: "r" });
    }
    if (url === "/me") return json(res, 200, { ...profile, passwordChangedAt });
    if (url === "/internal/password-reset-requests") return json(res, 200, { message: "Sent." });
    if (url === "/internal/password-resets") return json(res, 200, { userId: person.userId });
    if (url === "/internal/credentials") {
      return json(res, 200, { userId: person.userId, passwordChangedAt });
    }
    if (url === "/internal/password-changes") {
      passwordChangedAt = changedNow;
      return json(res, 200, { passwordChangedAt });
    }
    before(request, res);
  };
/** Another gateway with the same sessions, as after some minutes: it has checked none of them. */
const withOtherGateway = async (
  act: (call: (cookie: string) => ReturnType<TestGateway["call"]>) => Promise<void>,
  IDENTITY_URL = gateway.services.identity.url,
) => {
  const other = await testGateway({ REDIS_URL: gateway.redisUrl, IDENTITY_URL });
  await vi.waitFor(() => other.redis.ping());
  await act((cookie) => other.call("/api/sessions", { headers: { cookie } }));
  await other.close();
};
const statusOf = async (cookie: string) =>
  (await gateway.call("/api/me", { headers: { cookie } })).status;
const request = (email: string, headers = {}) =>
  gateway.post("/api/request-password-reset", { email, by: "email" }, headers);
const reset = (body: object = { token: "t", password: "a new password" }) =>
  gateway.post("/api/reset-password", body);
const change = (cookie: string) =>
  gateway.post(
    "/api/change-password",
    { currentPassword: person.password, newPassword: "a new password" },
    { cookie },
  );

test("asks identity for a reset with a token of the gateway, and no header of the caller", async () => {
  const headers = { "x-forwarded-host": "evil.test", "accept-language": "en" };
  expect(await request(person.email, headers)).toMatchObject({
    status: 200,
    body: { message: "Sent." },
  });
  const [received] = gateway.services.identity.received;
  expect(received).toMatchObject({ method: "POST", url: "/internal/password-reset-requests" });
  expect(received?.headers).not.toHaveProperty("x-forwarded-host");
  expect(received?.headers["accept-language"]).toBe("en");
});

test.each([["grace@example.org"], ["unknown@example.org"]])(
  "limits the requests for %s, in any spelling",
  async (email) => {
    const spellings = [email, email.toUpperCase(), ` ${email} `];
    for (const each of spellings) expect((await request(each)).status).toBe(200);
    const refused = await request(email);
    expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(gateway.services.identity.received).toHaveLength(3);
  },
);

test("lets a person log in after a reset, however many passwords they have tried before", async () => {
  const strict = await testGateway({ LOGIN_FAILURES_PER_ACCOUNT: 2 });
  const usual = strict.services.identity.answer;
  strict.services.identity.answer = (request, res) => {
    if (request.url === "/internal/password-resets") json(res, 200, { userId: person.userId });
    else usual(request, res);
  };
  const logIn = async (password: string) =>
    (await strict.post("/api/login", { email: person.email, password })).status;
  expect([await logIn("one"), await logIn("two"), await logIn(person.password)]).toEqual([
    401, 401, 429,
  ]);
  await strict.post("/api/reset-password", { token: "t", password: person.password });
  expect(await logIn(person.password)).toBe(200);
  await strict.close();
});

test("limits the codes of an account from all networks together, and never its mails", async () => {
  const open = await testGateway({ RESETS_PER_ACCOUNT: 1, TRUSTED_PROXIES: ["127.0.0.1"] });
  const refusedOf = async (by: string, networks: number[]) => {
    const ask = (network: number) =>
      open.post(
        "/api/request-password-reset",
        { email: person.email, by },
        { "x-forwarded-for": `203.0.113.${network}` },
      );
    const answers = await Promise.all(networks.map(ask));
    return answers.filter(({ status }) => status === 429).length;
  };
  open.services.identity.answer = (_request, res) => json(res, 200, { message: "Sent." });
  expect(await refusedOf("whatsapp", [1, 2, 3, 4, 5])).toBe(1);
  expect(await refusedOf("email", [6, 7, 8, 9, 10])).toBe(0);
  await open.close();
});

test("stores no address in Redis", async () => {
  await request("secret@example.org");
  const prefix = new URL(gateway.redisUrl).searchParams.get("keyPrefix") ?? "none";
  const keys = await gateway.redis.keys(`${prefix}*`);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.join(" ")).not.toContain("secret");
});

test("limits requests and resets of one network", async () => {
  const small = await testGateway({ RECOVERIES_PER_ADDRESS: 4 });
  const bodies = Array.from({ length: 5 }, (_, index) => ({
    email: `p${index}@x.org`,
    by: "email",
  }));
  for (const [path, list] of [
    ["/api/request-password-reset", bodies],
    ["/api/reset-password", bodies.map(() => ({ token: "t", password: "a new password" }))],
    ["/api/verify-email", bodies.map(() => ({ token: "t" }))],
    ["/api/confirm-email", bodies.map(() => ({ token: "t" }))],
  ] as const) {
    small.services.identity.answer = (_request, res) =>
      json(res, 400, { message: "No.", code: "VALIDATION_FAILED", requestId: "r" });
    const answers = await Promise.all(list.map((body) => small.post(path, body)));
    const limited = answers.filter(({ status }) => status === 429);
    expect([path, limited.length]).toEqual([path, 1]);
  }
  await small.close();
});

test("ends every session of the person after a reset", async () => {
  const cookies = [await gateway.login(), await gateway.login()];
  const answer = await reset();
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(answer.headers.getSetCookie()).toEqual([]);
  for (const cookie of cookies) expect(await statusOf(cookie)).toBe(401);
});

test("sets a new password also while Redis is away: the link would be used up for nothing", async () => {
  const alone = await testGateway({ REDIS_URL: "redis://127.0.0.1:1" });
  alone.services.identity.answer = gateway.services.identity.answer;
  const answer = await alone.post("/api/reset-password", {
    token: "t",
    password: "a new password",
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  await alone.close();
});

test("ends a session of another password, when the reset could not end it", async () => {
  const cookie = await gateway.login();
  expect(await statusOf(cookie)).toBe(200);
  passwordChangedAt = changedNow;
  expect(await gateway.call("/api/me", { headers: { cookie } })).toMatchObject({
    status: 401,
    body: { code: "UNAUTHENTICATED" },
  });
  passwordChangedAt = null;
  expect(await statusOf(cookie)).toBe(401);
});

test("ends a session of another password that never calls /me", async () => {
  const cookie = await gateway.login();
  passwordChangedAt = changedNow;
  await withOtherGateway(async (call) => {
    expect(await call(cookie)).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    passwordChangedAt = null;
    expect((await call(cookie)).status).toBe(401);
  });
});

test("keeps sessions while identity is away", async () => {
  const cookie = await gateway.login();
  await withOtherGateway(
    async (call) => expect((await call(cookie)).status).toBe(200),
    "http://127.0.0.1:1",
  );
});

test("asks identity once about a session that calls again and again", async () => {
  const cookie = await gateway.login();
  gateway.services.identity.received.splice(0);
  await withOtherGateway(async (call) => {
    for (let calls = 0; calls < 3; calls += 1) expect((await call(cookie)).status).toBe(200);
  });
  expect(gateway.services.identity.received.map(({ url }) => url)).toEqual(["/me"]);
});

test("the site does not learn when the password changed", async () => {
  passwordChangedAt = changedNow;
  const cookie = await gateway.login();
  const { body } = await gateway.call("/api/me", { headers: { cookie } });
  expect(body).toMatchObject({ emailVerified: true, pendingEmail: null });
  expect(body).not.toHaveProperty("passwordChangedAt");
});

test.each([
  [400, "LINK_EXPIRED"],
  [400, "RESET_CODE_WRONG"],
  [400, "VALIDATION_FAILED"],
])("passes on %i %s, and ends no session", async (status, code) => {
  const cookie = await gateway.login();
  refusal = { status, code };
  expect(await reset()).toMatchObject({ status, body: { code } });
  expect(await statusOf(cookie)).toBe(200);
});

test("answers 502 to an error that identity should not give", async () => {
  refusal = { status: 418, code: "TEAPOT" };
  expect(await reset()).toMatchObject({ status: 502, body: { code: "UPSTREAM_FAILED" } });
});

test.each([
  { password: "a new password" },
  { token: "t", email: "ada@example.org", password: "a new password" },
  { token: { $ne: "" }, password: "a new password" },
  { token: "t", password: "short" },
])("refuses %j", async (body) => {
  expect(await reset(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  expect(gateway.services.identity.received).toEqual([]);
});

test("keeps the person signed in under a new session after a change, and ends the others", async () => {
  const [mine, other] = [await gateway.login(), await gateway.login()];
  const answer = await change(mine);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  const renewed = cookieOf(answer);
  const statuses = [await statusOf(renewed), await statusOf(mine), await statusOf(other)];
  expect(statuses).toEqual([200, 401, 401]);
});

test("answers 403 to a wrong password, and keeps the session", async () => {
  const cookie = await gateway.login();
  refusal = { status: 403, code: "WRONG_PASSWORD" };
  expect(await change(cookie)).toMatchObject({ status: 403, body: { code: "WRONG_PASSWORD" } });
  expect(await statusOf(cookie)).toBe(200);
});
