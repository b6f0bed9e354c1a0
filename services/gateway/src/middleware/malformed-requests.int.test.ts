import { afterAll, beforeAll, expect, test } from "vitest";
import { testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway();
});
afterAll(() => gateway.close());

const head = "POST /api/signup HTTP/1.1\r\nHost: x\r\nX-Requested-With: XMLHttpRequest\r\n";
const read = "GET /api/categories HTTP/1.1\r\nHost: x\r\nX-Requested-With: XMLHttpRequest\r\n";
test.each([
  ["two lengths", `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  [
    "a length and chunks",
    `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ["a space before the colon", `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  [
    "a broken chunk",
    `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  ],
  ["headers of 20 kB", `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`],
  [
    "headers that fill those of the call to a service",
    `${read}Connection: close\r\nAccept-Language: ${"a".repeat(16_200)}\r\n\r\n`,
  ],
  [
    "dot segments",
    "GET /api/../internal/credentials HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  ],
  ["no host", "GET /api/categories HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["two hosts", "GET /api/me HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"],
  ["a whole URL", "GET http://x/api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
  ["Upgrade", "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n"],
])("refuses %s in the format of API errors", async (_case, bytes) => {
  const answer = await gateway.raw(bytes);
  expect(answer).toMatch(/^HTTP\/1.1 4(00|31) /);
  expect(answer).toContain('"requestId":"');
  for (const service of Object.values(gateway.services)) expect(service.received).toEqual([]);
});

test("ignores an expectation that it cannot meet", async () => {
  const answer = await gateway.raw(
    "GET /api/me HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1.1 403 /);
  expect(answer).toContain('"code":"CSRF_HEADER_REQUIRED"');
});

test("refuses CONNECT", async () => {
  const answer = await gateway.raw("CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1.1 405 /);
  expect(answer).toContain('"requestId":"');
});
