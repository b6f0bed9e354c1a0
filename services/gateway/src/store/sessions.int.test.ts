import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { RedisKey } from "ioredis";
import { absoluteMs, idleMs } from "../domain/session-life.ts";
import { faultProxy, type FaultProxy } from "../testing/fault-proxy.ts";
import {
  cookieOf,
  ownRedisUrl,
  person,
  testGateway,
  type TestGateway,
} from "../testing/test-gateway.ts";

let gateway: TestGateway;
let proxy: FaultProxy;
beforeAll(async () => {
  proxy = await faultProxy(ownRedisUrl());
  gateway = await testGateway({ REDIS_URL: proxy.url });
  await isBack();
});
afterEach(async () => {
  await proxy.restore();
  await isBack();
  proxy.commands.length = 0;
});
afterAll(async () => {
  await gateway.close();
  await proxy.close();
});

const isBack = () => vi.waitFor(() => gateway.redis.ping(), { timeout: 5_000, interval: 20 });
const statusOf = async (cookie: string) =>
  (await gateway.call("/api/user/preferences", { headers: { cookie } })).status;
const sessionKey = (cookie: string) =>
  `session:${decodeURIComponent(cookie).replace(/^.*s:([^.]+)\..*$/, "$1")}`;
const rewrite = async (cookie: string, change: (stored: StoredSession) => void) => {
  const key = sessionKey(cookie);
  const stored = JSON.parse((await gateway.redis.get(key)) ?? "") as StoredSession;
  change(stored);
  await gateway.redis.set(key, JSON.stringify(stored), "EX", 100);
};
interface StoredSession {
  startedAt: number;
  cookie: { expires: string };
}
const unavailable = { status: 503, body: { code: "SESSION_STORE_UNAVAILABLE" } };

test("sets a cookie that scripts and other sites cannot use", async () => {
  const answer = await gateway.post("/api/login", {
    email: person.email,
    password: person.password,
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(answer.headers.get("set-cookie")).toMatch(
    /^matinale=s%3A[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  expect(await statusOf(cookieOf(answer))).toBe(200);
});

test("binds the cookie to the host and to https in production", async () => {
  const production = await testGateway({
    NODE_ENV: "production",
    PUBLIC_URL: "https://matinale.test",
  });
  try {
    const { email, password } = person;
    const answer = await production.post("/api/login", { email, password });
    const cookie = answer.headers.get("set-cookie");
    expect(cookie).toMatch(/^__Host-matinale=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(cookie).not.toMatch(/domain/i);
    const headers = { cookie: cookieOf(answer) };
    expect(await production.call("/api/me", { headers })).toMatchObject({ status: 200 });
  } finally {
    await production.close();
  }
});

test("starts a new session id at log-in", async () => {
  const planted = await gateway.login();
  const { email, password } = person;
  const answer = await gateway.post("/api/login", { email, password }, { cookie: planted });
  expect(cookieOf(answer)).not.toBe(planted);
  expect(await statusOf(planted)).toBe(401);
  expect(await statusOf(cookieOf(answer))).toBe(200);
});

test("ends the session at log-out, and succeeds without one", async () => {
  const cookie = await gateway.login();
  const answer = await gateway.call("/api/logout", { method: "POST", headers: { cookie } });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(answer.headers.get("set-cookie")).toMatch(/^matinale=; Path=\/; Expires=Thu, 01 Jan 1970/);
  expect(await statusOf(cookie)).toBe(401);
  expect(await gateway.call("/api/logout", { method: "POST" })).toMatchObject({ status: 200 });
});

test("reads a session with one Redis command, and sends none without a signed cookie or on public routes", async () => {
  const cookie = await gateway.login();
  proxy.commands.length = 0;
  expect(await statusOf(cookie)).toBe(200);
  expect(proxy.commands).toEqual(["mget"]);
  await gateway.call("/api/categories", { headers: { cookie } });
  await gateway.call("/api/me");
  await gateway.call("/api/me", { headers: { cookie: "matinale=s%3Aforged.signature" } });
  expect(proxy.commands).toEqual(["mget"]);
});

test("extends a session only after a quarter of its week", async () => {
  const cookie = await gateway.login();
  const expires = Date.now() + 0.7 * idleMs;
  await rewrite(cookie, (stored) => {
    stored.cookie.expires = new Date(expires).toISOString();
  });
  proxy.commands.length = 0;
  const answer = await gateway.call("/api/user/preferences", { headers: { cookie } });
  expect(proxy.commands).toEqual(["mget", "set", "zadd"]);
  expect(cookieOf(answer)).toBe(cookie);
  expect(await gateway.redis.ttl(sessionKey(cookie))).toBeGreaterThan((0.99 * idleMs) / 1000);
  proxy.commands.length = 0;
  expect(await statusOf(cookie)).toBe(200);
  expect(proxy.commands).toEqual(["mget"]);
});

const indexKey = `sessions-by-end:${person.userId}`;
const listed = () => gateway.redis.zrange(indexKey, "0", "-1");
const idOf = (cookie: string) => sessionKey(cookie).slice("session:".length);

test("keeps only live sessions in a person's list of sessions", async () => {
  await gateway.redis.del(indexKey);
  for (let round = 0; round < 5; round += 1) {
    const cookie = await gateway.login();
    await gateway.call("/api/logout", { method: "POST", headers: { cookie } });
  }
  expect(await listed()).toEqual([]);

  const silent = await gateway.login();
  const used = await gateway.login();
  for (const cookie of [silent, used]) {
    await gateway.redis.zadd(indexKey, Date.now() + 0.7 * idleMs, idOf(cookie));
    await rewrite(cookie, (stored) => {
      stored.cookie.expires = new Date(Date.now() + 0.7 * idleMs).toISOString();
    });
  }
  // a request extends the session
  expect(await statusOf(used)).toBe(200);
  expect(Number(await gateway.redis.zscore(indexKey, idOf(used)))).toBeGreaterThan(
    Date.now() + 0.9 * idleMs,
  );
  // a week without requests ends the session
  await gateway.redis.zadd(indexKey, Date.now() - 1, idOf(silent));
  const next = await gateway.login();
  expect((await listed()).toSorted()).toEqual([idOf(used), idOf(next)].toSorted());
});

test("does not restore a session that was ended while it was being extended", async () => {
  const cookie = await gateway.login();
  await rewrite(cookie, (stored) => {
    stored.cookie.expires = new Date(Date.now() + 0.7 * idleMs).toISOString();
  });
  const read = gateway.redis.mget.bind(gateway.redis);
  vi.spyOn(gateway.redis, "mget").mockImplementationOnce(async (keys) => {
    const stored = await read(keys as RedisKey[]);
    await gateway.redis.del(keys as RedisKey[]);
    return stored;
  });
  expect(await statusOf(cookie)).toBe(401);
  expect(await gateway.redis.exists(sessionKey(cookie))).toBe(0);
});

test("ends every session after thirty days", async () => {
  const cookie = await gateway.login();
  await rewrite(cookie, (stored) => {
    stored.startedAt = Date.now() - absoluteMs;
  });
  expect(await statusOf(cookie)).toBe(401);
  expect(await gateway.redis.exists(sessionKey(cookie))).toBe(0);
});

test("answers 503 on routes that need a session while Redis is down", async () => {
  const cookie = await gateway.login();
  await proxy.cut();
  const started = performance.now();
  const headers = { cookie };
  expect(await gateway.call("/api/me", { headers })).toMatchObject(unavailable);
  expect(await gateway.call("/api/logout", { method: "POST", headers })).toMatchObject(unavailable);
  expect(await gateway.call("/api/logout", { method: "POST" })).toMatchObject({ status: 200 });
  const login = await gateway.post("/api/login", {
    email: person.email,
    password: person.password,
  });
  expect(login).toMatchObject(unavailable);
  expect(login.headers.get("set-cookie")).toBeNull();
  expect(performance.now() - started).toBeLessThan(2_500);

  for (const path of ["/api/categories", "/api/subscription-plans", "/healthz"]) {
    expect(await gateway.call(path, { headers })).toMatchObject({ status: 200 });
  }
  expect(await gateway.post("/api/signup", {})).toMatchObject({ status: 200 });

  await proxy.restore();
  await vi.waitFor(async () => expect(await statusOf(cookie)).toBe(200), { timeout: 5_000 });
});

test("answers within 2.5 s when Redis is frozen, and at once afterwards", async () => {
  const cookie = await gateway.login();
  proxy.freeze();
  const timed = async (path: string, init: RequestInit) => {
    const started = performance.now();
    const answer = await gateway.call(path, init);
    return { answer, ms: performance.now() - started };
  };
  const login = {
    method: "POST",
    body: JSON.stringify({ email: person.email, password: person.password }),
    headers: { "content-type": "application/json" },
  };
  const [me, loggedIn] = await Promise.all([
    timed("/api/me", { headers: { cookie } }),
    timed("/api/login", login),
  ]);
  for (const { answer, ms } of [me, loggedIn]) {
    expect(answer).toMatchObject(unavailable);
    expect(ms).toBeLessThan(2_500);
  }
  await vi.waitFor(async () => {
    const again = await timed("/api/me", { headers: { cookie } });
    expect(again.answer).toMatchObject(unavailable);
    expect(again.ms).toBeLessThan(100);
  });
  await proxy.restore();
  await vi.waitFor(async () => expect(await statusOf(cookie)).toBe(200), { timeout: 5_000 });
});

test("answers 401 when Redis has lost the session", async () => {
  const cookie = await gateway.login();
  await gateway.redis.del(sessionKey(cookie));
  expect(await statusOf(cookie)).toBe(401);
});
