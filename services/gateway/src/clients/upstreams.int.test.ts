import { afterAll, beforeAll, expect, test } from "vitest";
import { testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await testGateway();
  cookie = await gateway.login();
});
afterAll(() => gateway.close());

const timed = async (path: string) => {
  const started = performance.now();
  const answer = await gateway.call(path, { headers: { cookie } });
  return { ...answer, ms: performance.now() - started };
};

test("a hung service fails its own routes within its limit, and no others", async () => {
  gateway.services.delivery.answer = () => undefined;
  const hung = Array.from({ length: 20 }, () => timed("/api/message-history"));
  const others = await Promise.all(
    Array.from({ length: 20 }, () => timed("/api/user/preferences")),
  );
  for (const { status, ms } of others) {
    expect(status).toBe(200);
    expect(ms).toBeLessThan(1_000);
  }
  for (const answer of await Promise.all(hung)) {
    expect(answer).toMatchObject({ status: 504, body: { code: "UPSTREAM_TIMEOUT" } });
    expect(answer.ms).toBeLessThan(5_500);
  }
});

test("an answer that stops in the middle is cut at the limit", async () => {
  gateway.services.delivery.answer = (_request, res) => {
    res.writeHead(200, { "content-type": "application/json" });
    res.write("{");
  };
  await expect(timed("/api/message-history")).rejects.toThrow("terminated");
});

test("a dead service is 503 at once", async () => {
  await gateway.services.billing.close();
  const answer = await timed("/api/subscription-plans");
  expect(answer).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.ms).toBeLessThan(1_000);
  expect(await timed("/api/categories")).toMatchObject({ status: 200 });
});

test("a read that meets a connection just closed is asked again, a write is not", async () => {
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
