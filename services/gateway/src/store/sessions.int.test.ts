import { asUserId } from "@matinale/contracts";
import { bareApp } from "@matinale/kit";
import { listen } from "@matinale/kit/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { absoluteMs, createSessionIndex, idleMs, sessionsAtMost } from "./session-index.ts";
import { createSessions } from "./sessions.ts";
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

const isBack = () => vi.waitFor(() => gateway.redis.ping());
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

test("reads and extends a session with one Redis command, and sends none without a signed cookie or on public routes", async () => {
  const cookie = await gateway.login();
  proxy.commands.length = 0;
  expect(await statusOf(cookie)).toBe(200);
  expect(proxy.commands).toEqual(["getex"]);
  await gateway.call("/api/categories", { headers: { cookie } });
  await gateway.call("/api/product", { headers: { cookie } });
  await gateway.call("/api/me");
  await gateway.call("/api/me", { headers: { cookie: "matinale=s%3Aforged.signature" } });
  expect(proxy.commands).toEqual(["getex"]);
});

test("extends a session with each request", async () => {
  const cookie = await gateway.login();
  const key = sessionKey(cookie);
  await gateway.redis.expire(key, 100);
  expect(await statusOf(cookie)).toBe(200);
  expect(await gateway.redis.ttl(key)).toBeGreaterThan((0.99 * idleMs) / 1000);
  expect(await gateway.redis.ttl(key)).toBeLessThanOrEqual(idleMs / 1000);
});

test("keeps the cookie for thirty days", async () => {
  const { email, password } = person;
  const answer = await gateway.post("/api/login", { email, password });
  const [, expires = ""] = /Expires=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  expect(Math.abs(Date.parse(expires) - Date.now() - absoluteMs)).toBeLessThan(60_000);
});

const indexKey = `session-ids:${person.userId}`;
const listed = () => gateway.redis.zrange(indexKey, "0", "-1");
const idOf = (cookie: string) => sessionKey(cookie).slice("session:".length);

test("lists no session that has ended in a person's list of sessions", async () => {
  await gateway.redis.del(indexKey);
  for (let round = 0; round < 3; round += 1) {
    const cookie = await gateway.login();
    await gateway.call("/api/logout", { method: "POST", headers: { cookie } });
  }
  expect(await listed()).toEqual([]);
  const old = await gateway.login();
  await gateway.redis.zadd(indexKey, Date.now() - 1, idOf(old));
  const next = await gateway.login();
  expect(await listed()).toEqual([idOf(next)]);
});

const times = <T>(length: number, value: T) => Array.from({ length }, () => value);

test("keeps the newest sessions of a person, and ends the older ones", async () => {
  await gateway.redis.del(indexKey);
  const cookies: string[] = [];
  while (cookies.length < sessionsAtMost + 5) cookies.push(await gateway.login());
  expect(await Promise.all(cookies.map(statusOf))).toEqual([
    ...times(5, 401),
    ...times(sessionsAtMost, 200),
  ]);
  expect(await gateway.redis.exists(...cookies.map(sessionKey))).toBe(sessionsAtMost);
  const headers = { cookie: cookies.at(-1) ?? "" };
  const { body } = await gateway.call("/api/sessions", { headers });
  expect(body).toHaveLength(sessionsAtMost);
});

test("leaves no more sessions after log-ins side by side", async () => {
  await gateway.redis.del(indexKey);
  const cookies = await Promise.all(times(2 * sessionsAtMost, 0).map(() => gateway.login()));
  const statuses = await Promise.all(cookies.map(statusOf));
  expect(statuses.filter((status) => status === 200)).toHaveLength(sessionsAtMost);
  expect(await listed()).toHaveLength(sessionsAtMost);
});

test("lists a session that is stored again while a log-in ends it", async () => {
  const index = createSessionIndex(gateway.redis);
  const cookie = await gateway.login();
  const id = idOf(cookie);
  const stored = (await gateway.redis.get(sessionKey(cookie))) ?? "";
  const removed = index.remove(asUserId(person.userId), id);
  // its first command is sent, and has no answer yet
  await new Promise(setImmediate);
  await Promise.all([removed, index.add(id, stored)]);
  expect(await statusOf(cookie)).toBe(200);
  expect(await listed()).toContain(id);
});

test("does not end a session that works because of others that ended by themselves", async () => {
  await gateway.redis.del(indexKey);
  const inUse = await gateway.login();
  for (let others = 1; others < sessionsAtMost; others += 1) {
    const unused = await gateway.login();
    // as Redis does after seven days without a request
    await gateway.redis.del(sessionKey(unused));
  }
  const last = await gateway.login();
  expect(await statusOf(inUse)).toBe(200);
  expect(await listed()).toEqual([idOf(inUse), idOf(last)]);
});

test("does not restore a session that was ended while a request was in progress", async () => {
  const cookie = await gateway.login();
  const { preferences } = gateway.services;
  const usual = preferences.answer;
  preferences.answer = async (request, res) => {
    await gateway.redis.del(sessionKey(cookie));
    usual(request, res);
  };
  expect(await statusOf(cookie)).toBe(200);
  preferences.answer = usual;
  expect(await statusOf(cookie)).toBe(401);
  expect(await gateway.redis.exists(sessionKey(cookie))).toBe(0);
});

test("does not restore a session that was ended while its log-in was in progress", async () => {
  const { redis } = gateway;
  const sessions = createSessions({ redis, secrets: ["session-secret"], secure: false });
  const userId = asUserId(person.userId);
  const app = bareApp().use(sessions.load, async (req, res) => {
    await sessions.start(req, { userId, passwordChangedAt: null });
    await sessions.endAll(userId);
    res.json({});
  });
  const server = await listen(app);
  expect((await fetch(server.url)).headers.getSetCookie()).toHaveLength(1);
  await server.close();
  expect(await listed()).toEqual([]);
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
  await vi.waitFor(async () => expect(await statusOf(cookie)).toBe(200));
});

test("answers after one timeout of a command when Redis is frozen, and at once afterwards", async () => {
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
    // less than two
    expect(ms).toBeLessThan(4_000);
  }
  await vi.waitFor(async () => {
    const again = await timed("/api/me", { headers: { cookie } });
    expect(again.answer).toMatchObject(unavailable);
    expect(again.ms).toBeLessThan(100);
  });
  await proxy.restore();
  await vi.waitFor(async () => expect(await statusOf(cookie)).toBe(200));
});

test("answers 401 when Redis has lost the session", async () => {
  const cookie = await gateway.login();
  await gateway.redis.del(sessionKey(cookie));
  expect(await statusOf(cookie)).toBe(401);
});
