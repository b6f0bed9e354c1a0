import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { json } from "../testing/fake-service.ts";
import { testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await testGateway();
  cookie = await gateway.login();
});
afterAll(() => gateway.close());

const threeTimes = <T>(call: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 3 }, call));

const timed = async (path: string) => {
  const started = performance.now();
  const answer = await gateway.call(path, { headers: { cookie } });
  return { ...answer, ms: performance.now() - started };
};

test("fails only the routes of a service that hangs, within their timeout", async () => {
  gateway.services.delivery.answer = () => undefined;
  const hung = Array.from({ length: 20 }, () => timed("/api/message-history"));
  const others = await Promise.all(
    Array.from({ length: 20 }, () => timed("/api/user/preferences")),
  );
  for (const { status, ms } of others) {
    expect(status).toBe(200);
    expect(ms).toBeLessThan(4_000);
  }
  for (const answer of await Promise.all(hung)) {
    expect(answer).toMatchObject({ status: 504, body: { code: "UPSTREAM_TIMEOUT" } });
    expect(answer.ms).toBeLessThan(8_000);
  }
});

test("refuses calls at once while a service does not answer, and serves again when it does", async () => {
  const refused = await timed("/api/message-history");
  expect(refused).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  expect(refused.ms).toBeLessThan(2_000);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  gateway.services.delivery.answer = (_request, res) => json(res, 200, {});
  // a probe that still waits for its answer fails after two seconds, and the next one succeeds
  await vi.waitFor(async () =>
    expect(await timed("/api/message-history")).toMatchObject({ status: 200 }),
  );
});

test("serves the other calls of a service that answers one too late", async () => {
  gateway.services.preferences.answer = (request, res) => {
    if (request.url !== "/user/delivery-hours") json(res, 200, {});
  };
  const late = timed("/api/user/delivery-hours");
  for (let calls = 0, isOver = false; !isOver; calls += 1) {
    isOver = await Promise.race([late.then(() => true), pause(200, false)]);
    expect(await timed("/api/categories"), `call ${calls}`).toMatchObject({ status: 200 });
  }
  expect(await late).toMatchObject({ status: 504, body: { code: "UPSTREAM_TIMEOUT" } });
}, 15_000);

test("serves a service's other callers after three of them did not read their responses", async () => {
  const { delivery } = gateway.services;
  delivery.answer = (_request, res) => json(res, 200, { long: "x".repeat(20_000_000) });
  const headers = { cookie, "x-requested-with": "XMLHttpRequest" };
  const unread = await threeTimes(() => fetch(`${gateway.url}/api/message-history`, { headers }));
  const calls = delivery.received.slice(-3);
  await expect.poll(() => calls.every((call) => call.abandoned), { timeout: 10_000 }).toBe(true);
  delivery.answer = (_request, res) => json(res, 200, {});
  expect(await timed("/api/message-history")).toMatchObject({ status: 200 });
  for (const { body } of unread)
    await expect(new Response(body).text()).rejects.toThrow("terminated");
}, 15_000);

test("ends a long call early when its service hangs", async () => {
  gateway.services.content.answer = () => undefined;
  for (const hung of await threeTimes(() => timed("/api/preview-news"))) {
    expect(hung).toMatchObject({ status: 504, body: { code: "UPSTREAM_TIMEOUT" } });
    expect(hung.ms).toBeLessThan(8_000);
  }
  // the circuit is open: the next call is refused at once
  expect(await timed("/api/preview-news")).toMatchObject({ status: 503 });

  // a service that is busy but answers the probe is not interrupted
  gateway.services.content.answer = (request, res) => {
    if (request.method === "HEAD") return json(res, 401, {});
    const started = performance.now();
    const finish = setInterval(() => {
      if (performance.now() - started < 5_000) return;
      clearInterval(finish);
      json(res, 200, { success: true });
    }, 50);
  };
  await vi.waitFor(
    async () => expect(await timed("/api/preview-news")).toMatchObject({ status: 200 }),
    { timeout: 15_000, interval: 50 },
  );
}, 30_000);

test("ends a long call early when the database of its service hangs", async () => {
  gateway.services.billing.answer = (request, res) => {
    if (request.method !== "HEAD") return;
    if (request.url !== "/me" || request.headers["x-internal-identity"] === undefined) {
      json(res, 404, {});
    }
  };
  const started = performance.now();
  const hung = await gateway.post("/api/create-payment-intent", { planId: 1 }, { cookie });
  expect(hung).toMatchObject({ status: 504, body: { code: "UPSTREAM_TIMEOUT" } });
  expect(performance.now() - started).toBeLessThan(8_000);
}, 15_000);

test("closes the connection at the timeout when a response stops in the middle", async () => {
  gateway.services.delivery.answer = (_request, res) => {
    res.writeHead(200, { "content-type": "application/json" });
    res.write("{");
  };
  await expect(timed("/api/message-history")).rejects.toThrow("terminated");
});

test("answers 503 within the timeout when a service is down, and at once afterwards", async () => {
  await gateway.services.billing.close();
  for (const first of await threeTimes(() => timed("/api/subscription-plans"))) {
    expect(first).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
    expect(first.headers.get("retry-after")).toBe("5");
    expect(first.ms).toBeLessThan(5_000);
  }
  await vi.waitFor(async () => {
    const answer = await timed("/api/subscription-plans");
    expect(answer).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
    expect(answer.ms).toBeLessThan(500);
  });
  expect(await timed("/api/categories")).toMatchObject({ status: 200 });
}, 15_000);

test("repeats a read whose connection was reset, never a write", async () => {
  let attempts = 0;
  gateway.services.preferences.answer = (_request, res) => {
    attempts += 1;
    if (attempts === 1) res.destroy();
    else res.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  expect(await timed("/api/categories")).toMatchObject({ status: 200 });
  expect(attempts).toBe(2);

  attempts = 0;
  const write = await gateway.post("/api/user/categories", { categoryId: 1 }, { cookie });
  expect(write).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  expect(attempts).toBe(1);
});
