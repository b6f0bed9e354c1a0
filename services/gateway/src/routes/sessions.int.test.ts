import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { cookieOf, person, testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.call("/api/logout-everywhere", {
    method: "POST",
    headers: { cookie: await gateway.login() },
  });
});

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1";
const logIn = async (userAgent: string) => {
  const { email, password } = person;
  return cookieOf(
    await gateway.post("/api/login", { email, password }, { "user-agent": userAgent }),
  );
};
const listed = z.array(
  z.object({
    id: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    device: z.string(),
    current: z.boolean(),
  }),
);
const list = async (cookie: string, headers = {}) =>
  listed.parse((await gateway.call("/api/sessions", { headers: { cookie, ...headers } })).body);
const statusOf = async (cookie: string) =>
  (await gateway.call("/api/me", { headers: { cookie } })).status;
const end = (cookie: string, id: string) =>
  gateway.call(`/api/sessions/${id}`, { method: "DELETE", headers: { cookie } });

test("lists the sessions of the person with their devices, the last used first", async () => {
  const older = await logIn(phone);
  const newer = await logIn("Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36");
  const shown = await list(older, { "accept-language": "en" });
  expect(shown.map(({ device, current }) => [device, current])).toEqual([
    ["Safari on iPhone", true],
    ["Chrome on Windows", false],
  ]);
  for (const { createdAt, lastSeenAt } of shown) {
    expect(Date.now() - Date.parse(createdAt)).toBeLessThan(10_000);
    expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  }
  expect((await list(newer, { "accept-language": "fr" })).map(({ device }) => device)).toEqual([
    "Chrome sur Windows",
    "Safari sur iPhone",
  ]);
});

test("lists the last used first also while Redis answers late", async () => {
  const older = await logIn(phone);
  await logIn("Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36");
  const ids = await gateway.redis.zrange(`session-ids:${person.userId}`, "0", "-1");
  vi.spyOn(gateway.redis, "zrange").mockImplementationOnce(async () => {
    await pause(100);
    return ids;
  });
  expect((await list(older)).map(({ current }) => current)).toEqual([true, false]);
});

test("shows when a session was last used, and never its id", async () => {
  const cookie = await gateway.login();
  const [key = ""] = await gateway.redis.zrange(`session-ids:${person.userId}`, "0", "-1");
  // as it is an hour after the last request
  await gateway.redis.pexpire(`session:${key}`, 7 * 86_400_000 - 3_600_000);
  const stored = JSON.parse((await gateway.redis.get(`session:${key}`)) ?? "{}") as object;
  const startedAt = Date.now() - 7_200_000;
  await gateway.redis.set(`session:${key}`, JSON.stringify({ ...stored, startedAt }), "KEEPTTL");
  const other = await gateway.login();
  const unused = (await list(other)).find(({ current }) => !current);
  expect(Math.round((Date.now() - Date.parse(unused?.lastSeenAt ?? "")) / 60_000)).toBe(60);
  expect(unused?.id).not.toBe(key);
  expect(await statusOf(cookie)).toBe(200);
});

test("ends one session at once", async () => {
  const [mine, lost] = [await gateway.login(), await gateway.login()];
  const { id = "" } = (await list(mine)).find(({ current }) => !current) ?? {};
  expect(await end(mine, id)).toMatchObject({ status: 200, body: { success: true } });
  expect([await statusOf(mine), await statusOf(lost)]).toEqual([200, 401]);
  expect(await list(mine)).toHaveLength(1);
  expect(await end(mine, id)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
});

test("ends no session of another person", async () => {
  const mine = await gateway.login();
  const [{ id } = { id: "" }] = await list(mine);
  gateway.services.identity.answer = asGrace(gateway.services.identity.answer);
  const hers = cookieOf(await gateway.post("/api/login", { email: "g@x.org", password: "grace" }));
  expect(await end(hers, id)).toMatchObject({ status: 404 });
  expect(await list(hers)).toHaveLength(1);
  expect(await statusOf(mine)).toBe(200);
});

test("signs out everywhere, this session included", async () => {
  const cookies = [await gateway.login(), await gateway.login(), await gateway.login()];
  const [cookie = ""] = cookies;
  const answer = await gateway.call("/api/logout-everywhere", {
    method: "POST",
    headers: { cookie },
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  for (const each of cookies) expect(await statusOf(each)).toBe(401);
});

test("reads only the keys of the person's own sessions", async () => {
  const cookie = await gateway.login();
  await gateway.login();
  const send = vi.spyOn(gateway.redis, "sendCommand");
  await list(cookie);
  const commands = send.mock.calls.map(([{ name, args }]) => `${name} ${String(args[0])}`);
  send.mockRestore();
  const listing = commands.filter((each) => /^(?:zrange|get|pexpiretime) /i.test(each));
  expect(commands.filter((each) => /^(?:keys|scan)/i.test(each))).toEqual([]);
  expect(listing).toHaveLength(5);
});

/** Identity with a second account. */
const asGrace =
  (before: typeof gateway.services.identity.answer): typeof before =>
  (request, res) => {
    if (request.url !== "/internal/credentials" || !request.body.includes("grace")) {
      return before(request, res);
    }
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify({ userId: "user-grace", passwordChangedAt: null }));
  };
