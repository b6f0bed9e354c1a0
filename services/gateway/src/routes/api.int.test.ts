import { connect } from "node:net";
import { registry, verifyIdentity } from "@matinale/kit";
import { testSecret } from "@matinale/kit/testing";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { operations } from "@matinale/contracts/api";
import { json } from "../testing/fake-service.ts";
import { person, testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await testGateway();
  cookie = await gateway.login();
});
afterAll(() => gateway.close());
beforeEach(() => {
  for (const service of Object.values(gateway.services)) service.received.length = 0;
});

const routes = operations.map((operation) => ({
  method: operation.method,
  path: `/api${operation.path.replace(":id", "3")}`,
  operation,
}));

test.each(routes)(
  "requires X-Requested-With and our origin for $method $path",
  async ({ method, path }) => {
    const init = { method, headers: { cookie } };
    const without = await fetch(gateway.url + path, init);
    expect(without.status).toBe(403);
    expect(await without.json()).toEqual({
      message: expect.any(String),
      code: "CSRF_HEADER_REQUIRED",
      requestId: without.headers.get("x-request-id"),
    });
    const foreign = { cookie, origin: "https://evil.test" };
    expect(await gateway.call(path, { method, headers: foreign })).toMatchObject({
      status: 403,
      body: { code: "ORIGIN_REFUSED" },
    });
    const crossSite = { cookie, "sec-fetch-site": "cross-site" };
    expect(await gateway.call(path, { method, headers: crossSite })).toMatchObject({
      status: 403,
      body: { code: "ORIGIN_REFUSED" },
    });
  },
);

test.each(routes.filter(({ operation }) => operation.signedIn))(
  "answers 401 for $method $path without a session",
  async ({ method, path }) => {
    const forged = { "x-user-id": person.userId, "x-internal-identity": "a.b.c" };
    for (const headers of [{}, forged, { cookie: "matinale=s%3Aforged.signature" }]) {
      expect(await gateway.call(path, { method, headers })).toMatchObject({
        status: 401,
        body: { code: "UNAUTHENTICATED" },
      });
    }
    for (const service of Object.values(gateway.services)) expect(service.received).toEqual([]);
  },
);

const proxied = routes.filter(
  ({ path, operation }) => operation.service !== "gateway" && !path.endsWith("profile-picture"),
);
test.each(proxied)("passes $method $path to its service", async ({ method, path, operation }) => {
  const answer = await gateway.call(`${path}?page=2`, { method, headers: { cookie } });
  expect(answer).toMatchObject({ status: 200, body: { method, url: `${path.slice(4)}?page=2` } });
  const [received] = gateway.services[operation.service as "identity"].received;
  const token = String(received!.headers["x-internal-identity"]);
  const claim = await verifyIdentity(token, {
    audience: operation.service,
    secret: testSecret,
  }).catch(() => null);
  expect(claim).toEqual(operation.signedIn ? { subject: person.userId } : null);
});

test("passes a body unchanged, with our ids and without cookies", async () => {
  const text = '{ "phone": "+33 6 00 00 00 01" }';
  const answer = await gateway.call("/api/user/whatsapp/connect", {
    method: "POST",
    body: text,
    headers: {
      cookie,
      "content-type": "application/json; charset=utf-8",
      "x-request-id": "chosen-by-the-client",
    },
  });
  const received = gateway.services.delivery.received[0]!;
  expect(received.body).toBe(text);
  expect(received.headers.cookie).toBeUndefined();
  expect(received.headers["x-request-id"]).toBe(answer.headers.get("x-request-id"));
  expect(received.headers["x-request-id"]).not.toBe("chosen-by-the-client");
  expect(received.headers["x-correlation-id"]).toBe(received.headers["x-request-id"]);
});

test.each([
  "/api",
  "/api/",
  "/api/nothing",
  "/api/Me",
  "/api/me/",
  "/api/me/3",
  "/api/__proto__",
  "/api/internal/credentials",
  "/api/subscription-plans/%32",
  "/api/subscription-plans/:id",
  "/api/subscription-plans/2/x",
])("answers 404 in JSON for %s", async (path) => {
  expect(await gateway.call(path)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
});

test("metrics count a refused call under its own route", async () => {
  const wrong = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  expect(await gateway.call("/api/login", wrong)).toMatchObject({ status: 400 });
  const metrics = await registry.metrics();
  expect(metrics).toContain('{method="POST",route="/api/login",status="400"}');
  expect(metrics).not.toContain("/api/api");
});

test("answers 405 with Allow for another method", async () => {
  const answer = await gateway.call("/api/user/preferences", { method: "DELETE" });
  expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
  expect(answer.headers.get("allow")).toBe("GET, HEAD, PATCH");
  expect(await gateway.call("/api/login")).toMatchObject({ status: 405 });
});

test.each([
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-7",
  'application/json; charset="utf-16"',
])("answers 415 for a body of type %s", async (type) => {
  const init = { method: "PATCH", body: "a=b", headers: { cookie, "content-type": type } };
  expect(await gateway.call("/api/user/preferences", init)).toMatchObject({
    status: 415,
    body: { code: "UNSUPPORTED_MEDIA_TYPE" },
  });
  expect(gateway.services.preferences.received).toEqual([]);
});

test("answers 413 for more than 32 kB, with and without a length", async () => {
  const large = JSON.stringify({ country: "x".repeat(40_000) });
  const headers = { cookie, "content-type": "application/json" };
  const stream = new Blob([large]).stream();
  const refused = { status: 413, body: { code: "PAYLOAD_TOO_LARGE" } };
  expect(
    await gateway.call("/api/user/preferences", { method: "PATCH", body: large, headers }),
  ).toMatchObject(refused);
  const unsized = { method: "PATCH", body: stream, headers, duplex: "half" } as RequestInit;
  expect(await gateway.call("/api/user/preferences", unsized)).toMatchObject(refused);
  expect(gateway.services.preferences.received).toEqual([]);
});

test("drops the body of a read", async () => {
  const answer = await gateway.raw(
    `GET /api/categories HTTP/1.1\r\nHost: x\r\nX-Requested-With: XMLHttpRequest\r\n` +
      `Connection: close\r\nContent-Length: 5\r\n\r\nhello`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(gateway.services.preferences.received[0]).toMatchObject({ body: "" });
});

const forged = [
  "X-User-Id: victim",
  "X-Internal-Identity: a.b.c",
  "X-Forwarded-For: 192.0.2.1",
  "X-Correlation-Id: forged-correlation",
  "Connection: close, x-user-id",
];
test.each([
  ["without Expect", []],
  ["with Expect: 100-continue", ["Expect: 100-continue"]],
])("drops identity headers of a client %s", async (_case, more) => {
  const body = '{"categoryId":2}';
  const lines = [
    "POST /api/user/categories HTTP/1.1",
    "Host: x",
    `Cookie: ${cookie}`,
    "X-Requested-With: XMLHttpRequest",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...forged,
    ...more,
  ];
  const answer = await gateway.raw(`${lines.join("\r\n")}\r\n\r\n${body}`);
  expect(answer).toContain("HTTP/1.1 200 ");
  const { headers } = gateway.services.preferences.received[0]!;
  expect(Object.keys(headers).filter((name) => /^(x-user|x-forwarded|expect)/.test(name))).toEqual(
    [],
  );
  const token = String(headers["x-internal-identity"]);
  expect(await verifyIdentity(token, { audience: "preferences", secret: testSecret })).toEqual({
    subject: person.userId,
  });
  expect(headers["x-correlation-id"]).not.toBe("forged-correlation");
});

test("passes a response without cookies and connection headers", async () => {
  gateway.services.billing.answer = (_request, res) => {
    res.setHeader("set-cookie", "a=b");
    res.setHeader("x-internal-note", "secret");
    res.setHeader("retry-after", "7");
    json(res, 503, { message: "Later.", code: "SERVICE_UNAVAILABLE", requestId: "r" });
  };
  const answer = await gateway.call("/api/subscription-plans");
  expect(answer).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  expect(answer.headers.get("retry-after")).toBe("7");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("x-internal-note")).toBeNull();
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("hides an error that is not JSON", async () => {
  gateway.services.billing.answer = (_request, res) => {
    res.writeHead(500, { "content-type": "text/html" }).end("<h1>stack</h1>");
  };
  expect(await gateway.call("/api/subscription-plans")).toMatchObject({
    status: 502,
    body: { code: "UPSTREAM_FAILED" },
  });
});

test("closes the connection when a response breaks off", async () => {
  gateway.services.billing.answer = (_request, res) => {
    res.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    res.write("[1,", () => res.destroy());
  };
  await expect(gateway.call("/api/subscription-plans")).rejects.toThrow("terminated");
});

test("aborts the call when the client leaves", async () => {
  gateway.services.content.answer = () => undefined;
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), "127.0.0.1", () => {
    socket.write(
      `GET /api/preview-news HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n` +
        `X-Requested-With: XMLHttpRequest\r\n\r\n`,
    );
  });
  await vi.waitFor(() => expect(gateway.services.content.received).toHaveLength(1));
  socket.destroy();
  await vi.waitFor(() => expect(gateway.services.content.received[0]?.abandoned).toBe(true));
});

test("says with the product and the account when the site sends no mail", async () => {
  expect((await gateway.call("/api/product")).body).not.toHaveProperty("mail");
  const silent = await testGateway({ SEND_MAIL: "off" });
  expect((await silent.call("/api/product")).body).toMatchObject({ mail: false });
  const headers = { cookie: await silent.login() };
  expect((await silent.call("/api/me", { headers })).body).toMatchObject({ emailVerified: null });
  await silent.close();
});

test("no cache keeps data, no page can show it in a frame, and no search engine lists it", async () => {
  for (const path of ["/api/product", "/api/user/preferences", "/api/nothing"]) {
    const headers = { cookie, "x-requested-with": "XMLHttpRequest" };
    const answer = await fetch(gateway.url + path, { headers });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": expect.stringMatching(/^no-store/),
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex",
    });
  }
});
