import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { json } from "../testing/fake-service.ts";
import { person, profile, testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
let cookie: string;
let asIdentity: TestGateway["services"]["identity"]["answer"];
beforeAll(async () => {
  gateway = await testGateway({ LOGIN_FAILURES_PER_ACCOUNT: 3, EXPORTS_PER_USER: 6 });
  asIdentity = gateway.services.identity.answer;
});
afterAll(() => gateway.close());
beforeEach(async () => {
  for (const [name, service] of Object.entries(gateway.services)) {
    service.received.length = 0;
    if (name !== "identity") service.answer = (_request, res) => json(res, 200, { of: name });
  }
  gateway.services.identity.answer = asIdentity;
  cookie = await gateway.login();
});

/** Replaces identity's response to one path. */
const identityAnswers = (url: string, status: number, body: unknown) => {
  gateway.services.identity.answer = (request, res) => {
    if (request.url === url) json(res, status, body);
    else asIdentity(request, res);
  };
};
const exportData = () => gateway.call("/api/user/export", { headers: { cookie } });
const erase = (body: unknown = { password: person.password }) =>
  gateway.call("/api/user", {
    method: "DELETE",
    body: JSON.stringify(body),
    headers: { cookie, "content-type": "application/json" },
  });
const getMe = (as = cookie) => gateway.call("/api/me", { headers: { cookie: as } });
const refusal = (code: string) => ({ message: "Non.", code, requestId: "r" });

test("exports one file with the data of every service", async () => {
  identityAnswers("/export", 200, { username: "ada" });
  const answer = await exportData();
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename=matinale-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json$/,
  );
  expect(answer.body).toEqual({
    exportedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    missing: [],
    identity: { username: "ada" },
    preferences: { of: "preferences" },
    billing: { of: "billing" },
    content: { of: "content" },
    delivery: { of: "delivery" },
    gateway: {
      sessions: [expect.objectContaining({ current: true, device: expect.any(String) })],
      lastKnown: {},
    },
  });
});

/** The keys in Redis that name a person, and the keys of the gateway’s part of the export that hold their content. */
const exported: Record<string, readonly string[]> = {
  session: ["sessions"],
  "session-ids": ["sessions"],
  me: ["lastKnown"],
  // how many calls were made within minutes
  limit: [],
};

test("exports what Redis holds about the person", async () => {
  const { keyPrefix = "" } = gateway.redis.options;
  const before = new Set(await gateway.redis.keys(`${keyPrefix}*`));
  cookie = await gateway.login();
  await getMe();
  identityAnswers("/export", 200, { username: "ada" });
  const { gateway: part } = (await exportData()).body as { gateway: object };
  const kinds = async () => {
    const keys = await gateway.redis.keys(`${keyPrefix}*`);
    const added = keys.filter((key) => !before.has(key) || key.includes(profile.email));
    return new Set(added.map((key) => key.slice(keyPrefix.length).split(":")[0] ?? ""));
  };
  expect([...(await kinds())].filter((kind) => exported[kind] === undefined)).toEqual([]);
  expect(Object.keys(part)).toEqual([...new Set(Object.values(exported).flat())]);
});

test("names missing services in an export, and fails without identity", async () => {
  identityAnswers("/export", 200, { username: "ada" });
  gateway.services.content.answer = (_request, res) => void res.destroy();
  gateway.services.delivery.answer = (_request, res) => json(res, 404, refusal("NOT_FOUND"));
  expect((await exportData()).body).toMatchObject({
    missing: ["content", "delivery"],
    content: null,
    billing: { of: "billing" },
  });
  identityAnswers("/export", 500, refusal("INTERNAL"));
  expect(await exportData()).toMatchObject({ status: 502, body: { code: "UPSTREAM_FAILED" } });
});

test("limits exports", async () => {
  identityAnswers("/export", 200, {});
  let answer = await exportData();
  for (let more = 0; more < 6 && answer.status === 200; more += 1) answer = await exportData();
  expect(answer).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3_000);
});

test("ends all sessions of an erased person and deletes the last known answer", async () => {
  const phone = await gateway.login();
  await getMe();
  identityAnswers("/user", 200, { success: true, message: "Adieu." });
  const answer = await erase();
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: "Adieu." } });
  expect(answer.headers.get("set-cookie")).toMatch(/^matinale=;/);
  const call = gateway.services.identity.received.find(({ url }) => url === "/user");
  expect(call).toMatchObject({ method: "DELETE", body: `{"password":"${person.password}"}` });
  for (const device of [cookie, phone]) expect(await getMe(device)).toMatchObject({ status: 401 });
  const keys = await gateway.redis.keys(`${gateway.redis.options.keyPrefix}*`);
  expect(keys.filter((key) => /session|me:/.test(key))).toEqual([]);
});

test("says that the account is erased also when Redis fails meanwhile", async () => {
  const failing = await testGateway();
  const own = await failing.login();
  failing.services.identity.answer = (request, res) => {
    if (request.url !== "/user") return asIdentity(request, res);
    failing.redis.disconnect();
    json(res, 200, { success: true, message: "Adieu." });
  };
  const answer = await failing.call("/api/user", {
    method: "DELETE",
    body: JSON.stringify({ password: person.password }),
    headers: { cookie: own, "content-type": "application/json" },
  });
  expect(answer).toMatchObject({ status: 200, body: { message: "Adieu." } });
  expect(answer.headers.get("set-cookie")).toMatch(/^matinale=;/);
  await failing.close();
});

test("ends all sessions when another tab has erased the person meanwhile", async () => {
  identityAnswers("/user", 401, refusal("UNAUTHENTICATED"));
  const answer = await erase();
  expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  expect(answer.headers.get("set-cookie")).toMatch(/^matinale=;/);
  const keys = await gateway.redis.keys(`${gateway.redis.options.keyPrefix}*`);
  expect(keys.filter((key) => /session|me:/.test(key))).toEqual([]);
});

test.each([[{}], [{ password: "" }], [{ password: { $ne: "" } }], [{ password: "x", id: 1 }]])(
  "answers 400 for %j without calling identity",
  async (body) => {
    expect(await erase(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
    expect(gateway.services.identity.received.map(({ url }) => url)).not.toContain("/user");
  },
);

test("counts wrong passwords of an erasure as failed log-ins", async () => {
  identityAnswers("/user", 401, refusal("INVALID_CREDENTIALS"));
  for (let guess = 0; guess < 3; guess += 1) {
    expect(await erase({ password: `guess ${guess}` })).toMatchObject({
      status: 401,
      body: { code: "INVALID_CREDENTIALS", message: "Non." },
    });
  }
  const blocked = await erase();
  expect(blocked).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(800);
  const { email, password } = { ...person, email: profile.email };
  expect(await gateway.post("/api/login", { email, password })).toMatchObject({ status: 429 });
  expect(await getMe()).toMatchObject({ status: 200 });
  for (const key of await gateway.redis.keys(`${gateway.redis.options.keyPrefix}limit:*`)) {
    await gateway.redis.del(key.slice(gateway.redis.options.keyPrefix?.length));
  }
});
