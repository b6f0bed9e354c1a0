import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, connect, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compileCache, testRedisUrl, testSecret } from "@matinale/kit/testing";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { services } from "../domain/services.ts";
import { testGateway, type TestGateway } from "../testing/test-gateway.ts";

const entry = fileURLToPath(new URL("../testing/counting-service.ts", import.meta.url));
const effects = `effects-${crypto.randomUUID()}`;
const redis = new Redis(testRedisUrl());

/** Ports of services that may not listen yet. */
const given = new Set<number>();
/** Below the range of clients' ports, so that no connection takes it while a service restarts. */
const freePort = async (): Promise<number> => {
  const port = 10_000 + Math.floor(Math.random() * 10_000);
  if (given.has(port)) return freePort();
  given.add(port);
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
};

const launch = (name: string, port: number) =>
  spawn(process.execPath, [entry], {
    env: {
      ...compileCache(),
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "test",
      LOG_LEVEL: "error",
      PORT: String(port),
      METRICS_PORT: "0",
      DRAIN_MS: "1500",
      INTERNAL_TOKEN_SECRET: testSecret,
      REDIS_URL: testRedisUrl(),
      EFFECTS: effects,
      SERVICE: name,
    },
    stdio: ["pipe", "inherit", "inherit"],
  });

/** While a service restarts, nothing listens on its port for this time. */
const goneMs = 1_500;

/** A process on its own port, and a second process that replaces it after it has ended. */
async function supervised(name: string) {
  const port = await freePort();
  const processes = [launch(name, port), launch(name, port)] as const;
  const listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
  const start = async (child: ChildProcess) => {
    child.stdin?.write("start\n");
    await expect.poll(listens, { timeout: 90_000 }).toBe(true);
  };
  await start(processes[0]);
  /** Sends SIGTERM and resolves with the exit code. */
  const stop = async () => {
    const ended = once(processes[0], "exit");
    processes[0].kill("SIGTERM");
    return (await ended)[0] as number | null;
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop,
    restart: async () => {
      const code = await stop();
      await pause(goneMs);
      await start(processes[1]);
      return code;
    },
    end: () => {
      for (const each of processes) each.kill("SIGKILL");
    },
  };
}

const signed = { "x-hub-signature-256": "sha256=abc", "stripe-signature": "t=1,v1=abc" };
const json = (method: string, body: unknown = {}) => ({
  method,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", ...signed },
});
const calls: [path: string, init: RequestInit][] = [
  ["/api/user/preferences", {}],
  ["/api/user/preferences", json("PATCH")],
  ["/api/user/categories", json("POST")],
  ["/api/user/profile", json("PATCH")],
  ["/api/me", {}],
  ["/api/subscription-plans", {}],
  ["/api/create-payment-intent", json("POST")],
  ["/api/preview-news", {}],
  ["/media/abc", {}],
  ["/api/message-history", {}],
  ["/api/automation/start", { method: "POST" }],
  ["/api/deliver-news", json("POST")],
  ["/webhooks/whatsapp", json("POST")],
  ["/webhooks/stripe", json("POST")],
];

/** Sends calls of every kind in parallel until `stop`, which returns the failures and the ids of the writes. */
function load(gateway: TestGateway, cookie: string) {
  const failures: string[] = [];
  const written: string[] = [];
  const state = { count: 0, isOver: false };
  const worker = async (first: number) => {
    for (let at = first; !state.isOver; at += 1) {
      const [path, init] = calls[at % calls.length]!;
      const call = `${init.method ?? "GET"} ${path}`;
      state.count += 1;
      try {
        const answer = await fetch(gateway.url + path, {
          ...init,
          headers: { "x-requested-with": "XMLHttpRequest", cookie, ...(init.headers as object) },
        });
        await answer.text();
        if (answer.status !== 200) failures.push(`${call}: ${answer.status}`);
        if (init.method !== undefined) written.push(answer.headers.get("x-request-id") ?? "");
      } catch (error) {
        failures.push(`${call}: ${String(error)}`);
      }
      await pause(10);
    }
  };
  const workers = Array.from({ length: 28 }, (_, index) => worker(index));
  return {
    stop: async () => {
      state.isOver = true;
      await Promise.all(workers);
      return { failures, written, count: state.count };
    },
  };
}

/** Expects that services carried out each of these writes once, and no others. */
async function expectOnce(written: string[]) {
  const counts = await redis.hgetall(effects);
  expect(Object.entries(counts).filter(([, times]) => times !== "1")).toEqual([]);
  expect(Object.keys(counts).toSorted()).toEqual(written.toSorted());
}

afterAll(async () => {
  await redis.del(effects);
  await redis.quit();
});

const urlNames = {
  identity: "IDENTITY_URL",
  preferences: "PREFERENCES_URL",
  billing: "BILLING_URL",
  content: "CONTENT_URL",
  delivery: "DELIVERY_URL",
} as const;

let session: string;
let plain: TestGateway;
beforeAll(async () => {
  plain = await testGateway();
  session = await plain.login();
});
afterAll(() => plain.close());

test("fails no call and repeats none while each service is restarted", async () => {
  await redis.del(effects);
  const running = await Promise.all(services.map((name) => supervised(name)));
  onTestFinished(() => {
    for (const each of running) each.end();
  });
  const urls = Object.fromEntries(
    services.map((name, index) => [urlNames[name], running[index]!.url]),
  );
  const gateway = await testGateway({ ...urls, REDIS_URL: plain.redisUrl });
  onTestFinished(() => gateway.close());

  await expect.poll(() => gateway.redis.status).toBe("ready");
  const loading = load(gateway, session);
  for (const each of running) {
    await pause(300);
    expect(await each.restart()).toBe(0);
  }
  await pause(1_000);
  const { failures, written, count } = await loading.stop();
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(500);
  await expectOnce(written);
}, 240_000);

/** Distributes connections as a Kubernetes Service does: to the listed replicas in turn. */
async function balanced(ports: number[]) {
  let next = 0;
  const server = createServer((client) => {
    const port = ports[(next += 1) % ports.length] ?? 0;
    const upstream = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to);
      from.on("error", () => to.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

test("fails no call and repeats none while one of two replicas is removed", async () => {
  await redis.del(effects);
  const replicas = await Promise.all([supervised("preferences"), supervised("preferences")]);
  const [first, second] = replicas;
  const ports = replicas.map(({ port }) => port);
  const balancer = await balanced(ports);
  const gateway = await testGateway({
    ...Object.fromEntries(services.map((name) => [urlNames[name], balancer.url])),
    REDIS_URL: plain.redisUrl,
  });
  onTestFinished(async () => {
    await gateway.close();
    balancer.close();
    for (const each of replicas) each.end();
  });

  await expect.poll(() => gateway.redis.status).toBe("ready");
  const loading = load(gateway, session);
  await pause(500);
  const stopped = first.stop();
  await pause(1_000);
  ports.splice(0, 2, second.port);
  expect(await stopped).toBe(0);
  await pause(500);
  const { failures, written } = await loading.stop();
  expect(failures).toEqual([]);
  await expectOnce(written);
}, 180_000);
