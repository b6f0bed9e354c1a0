import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testGateway, type TestGateway } from "../testing/test-gateway.ts";

const mebibyte = 1024 * 1024;
const signed = { "content-type": "application/json", "x-hub-signature-256": "sha256=abc" };

/** A service that holds each body in memory until it has answered, as signature checks require. */
const holding = { bytes: 0, most: 0 };
const service = createServer(async (req, res) => {
  let bytes = 0;
  try {
    for await (const chunk of req) {
      bytes += (chunk as Buffer).length;
      holding.bytes += (chunk as Buffer).length;
      holding.most = Math.max(holding.most, holding.bytes);
    }
    await pause(50);
  } catch {
    // the gateway cut the connection
  }
  holding.bytes -= bytes;
  res.writeHead(bytes > mebibyte ? 403 : 200, { "content-type": "application/json" });
  res.end(JSON.stringify({ message: "", code: "INVALID_SIGNATURE", requestId: "r" }));
});

let gateway: TestGateway;
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => void service.listen(0, "127.0.0.1", resolve));
  const DELIVERY_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  gateway = await testGateway({ DELIVERY_URL });
  port = Number(new URL(gateway.url).port);
});
afterAll(async () => {
  await gateway.close();
  service.closeAllConnections();
  service.close();
});

const body = Buffer.alloc(3 * mebibyte, "x");

/** @returns the status, or null when the connection was cut before a response */
const flood = (localAddress: string, length: "announced" | "chunked") =>
  new Promise<number | null>((resolve) => {
    const headers = {
      ...signed,
      ...(length === "announced" ? { "content-length": body.length } : {}),
    };
    const req = request(
      {
        port,
        host: "127.0.0.1",
        localAddress,
        path: "/webhooks/whatsapp",
        method: "POST",
        headers,
      },
      (res) => {
        res.resume();
        res.on("close", () => resolve(res.statusCode ?? null));
      },
    );
    req.on("error", () => resolve(null));
    req.end(body);
  });

const sendGenuine = async (limitMs = 60_000) => {
  const answer = await fetch(`${gateway.url}/webhooks/whatsapp`, {
    method: "POST",
    headers: signed,
    body: JSON.stringify({ entry: [] }),
    signal: AbortSignal.timeout(limitMs),
  });
  await answer.text();
  return answer.status;
};

test("bounds memory when many addresses send 250 bodies of 3 MB, and passes genuine webhooks", async () => {
  const attack = Array.from({ length: 250 }, (_, index) =>
    flood(`127.0.0.${2 + (index % 25)}`, index % 2 === 0 ? "announced" : "chunked"),
  );
  const state = { isOver: false };
  const over = Promise.all(attack).finally(() => {
    state.isOver = true;
  });
  const statuses: number[] = [];
  while (!state.isOver) {
    statuses.push(await sendGenuine());
    await pause(20);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  // cut, because newer ones arrived; how many depends on how many a machine receives at the same time
  expect(await over).toContain(null);
  expect(holding.most).toBeLessThanOrEqual(17 * mebibyte);
  // the reserved bytes are free again
  expect(await flood("127.0.0.2", "announced")).toBe(403);
}, 60_000);

/** Announces a body, sends none of it and keeps the connection open. */
const silent = (localAddress: string, bytes: number) => {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)));
  socket.on("error", () => undefined);
  socket.write(
    `POST /webhooks/whatsapp HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=a\r\n` +
      `Content-Length: ${bytes}\r\n\r\n`,
  );
  return { socket, answer: () => text };
};

test("passes genuine webhooks at once while 300 small ones of one address do not arrive", async () => {
  const attack = Array.from({ length: 300 }, () => silent("127.0.0.96", 1_000));
  await Promise.all(attack.map(({ socket }) => once(socket, "connect")));
  for (let sent = 0; sent < 10; sent += 1) expect(await sendGenuine(2_000)).toBe(200);
  expect(attack.map(({ answer }) => answer()).join("")).toBe("");
  for (const { socket } of attack) socket.destroy();
});

test("passes genuine webhooks while small ones of four addresses fill the total and do not arrive", async () => {
  const attack = Array.from({ length: 400 }, (_, index) =>
    silent(`127.0.0.${90 + (index % 4)}`, 64 * 1024),
  );
  await Promise.all(attack.map(({ socket }) => once(socket, "connect")));
  for (let sent = 0; sent < 10; sent += 1) expect(await sendGenuine(2_000)).toBe(200);
  for (const { socket } of attack) socket.destroy();
  await expect.poll(() => flood("127.0.0.90", "announced")).toBe(403);
});

test("limits the bytes of one address, and frees them when it disconnects", async () => {
  const three = Array.from({ length: 3 }, () => silent("127.0.0.99", 3 * mebibyte));
  await expect.poll(() => three.filter(({ answer }) => answer().includes(" 429 ")).length).toBe(1);
  expect(three.map(({ answer }) => answer()).join("")).toMatch(/retry-after: \d/i);
  // other addresses are not affected
  expect(await flood("127.0.0.98", "announced")).toBe(403);
  for (const { socket } of three) socket.destroy();
  await expect.poll(() => flood("127.0.0.99", "announced")).toBe(403);
});

test("answers 408 when a body is not complete after ten seconds", async () => {
  const { socket, answer } = silent("127.0.0.97", 1_000);
  const trickle = setInterval(() => socket.write("x"), 1_000);
  const started = performance.now();
  await expect.poll(answer, { timeout: 20_000 }).toContain(" 408 ");
  clearInterval(trickle);
  socket.destroy();
  expect(performance.now() - started).toBeLessThan(15_000);
}, 30_000);
