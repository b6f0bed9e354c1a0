import { once } from "node:events";
import { request, type Server } from "node:http";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { gauge, registry, startService, ticker, type Worker } from "./index.ts";
import { silentLogger } from "./testing/index.ts";

const config = { HOST: "127.0.0.1", PORT: 0, METRICS_PORT: 0 };

const recorder = (order: string[], name: string): Worker & { close(): Promise<void> } => ({
  start: async () => void order.push(`start ${name}`),
  stop: async () => void order.push(`stop ${name}`),
  close: async () => void order.push(`close ${name}`),
});

test("keeps an idle connection open for keepAliveTimeout, however short headersTimeout is", async () => {
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => void res.end("ok"),
    server: { headersTimeout: 100, keepAliveTimeout: 5_000, connectionsCheckingInterval: 50 },
  });
  const { send, closed } = await rawConnection(service.port);
  send(plainGet);
  await setTimeout(600);
  send(plainGet.replace("Host", "Connection: close\r\nHost"));
  expect((await closed).match(/200 OK/g)).toHaveLength(2);
  await service.stop();
});

test("accepts no more connections than its memory has room for", async () => {
  let server: Server | undefined;
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => void res.end("ok"),
    onServer: (created) => (server = created),
  });
  expect(server?.maxConnections).toBe(10_000);
  await service.stop();
});

test("starts workers after the port is open and stops phase by phase", async () => {
  const order: string[] = [];
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => void res.end("ok"),
    workers: [recorder(order, "worker")],
    consumers: [recorder(order, "consumer")],
    relay: recorder(order, "relay"),
    close: [recorder(order, "bus"), recorder(order, "mongo")],
  });
  await Promise.all([service.stop(), service.stop()]);
  expect(order).toEqual([
    "start relay",
    "start consumer",
    "start worker",
    "stop worker",
    "stop consumer",
    "stop relay",
    "close bus",
    "close mongo",
  ]);
});

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** Sends bytes unchanged; `closed` resolves with all that the server sent until the connection closed. */
const rawConnection = async (port: number) => {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8");
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  const closed = once(socket, "close").then(() => text);
  await once(socket, "connect");
  return { send: (bytes: string) => void socket.write(bytes), closed };
};
const plainGet = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";
const connectionHeaderOf = (port: number) =>
  new Promise<string>((resolve) => {
    request({ port, host: "127.0.0.1" }, (res) => {
      res.resume();
      resolve(String(res.headers.connection));
    })
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""))
      .end();
  });

test("accepts requests while draining, then closes its port, and each connection after a response", async () => {
  const service = await startService({
    name: "test",
    config: { ...config, DRAIN_MS: 1_000 },
    logger: silentLogger,
    app: (_req, res) => void res.end("ok"),
  });
  const kept = await rawConnection(service.port);
  kept.send(plainGet);
  const readiness = async () =>
    (await fetch(`http://127.0.0.1:${service.metricsPort}/readyz`)).status;
  expect(await readiness()).toBe(200);

  const started = performance.now();
  const stopped = service.stop();
  expect(await readiness()).toBe(503);
  const header = () => connectionHeaderOf(service.port);
  expect(await header()).toBe("keep-alive");
  await expect.poll(header, { interval: 10 }).toBe("ECONNREFUSED");
  expect(performance.now() - started).toBeGreaterThan(990);
  kept.send(plainGet);
  const responses = await kept.closed;
  expect(responses.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  expect(responses.match(/connection: close/gi)).toHaveLength(1);
  await stopped;
});

test("serves accepted connections, also when the request arrives late", async () => {
  const order: string[] = [];
  const finish: (() => void)[] = [];
  const service = await startService({
    name: "test",
    config: { ...config, DRAIN_MS: 100 },
    logger: silentLogger,
    workers: [recorder(order, "worker")],
    app: (_req, res) => {
      finish.push(() => {
        order.push("response");
        res.end("done");
      });
    },
  });
  const long = fetch(`http://127.0.0.1:${service.port}/`).then((res) => res.text());
  await vi.waitFor(() => expect(finish).toHaveLength(1));
  const stopped = service.stop();

  // the port is open to others for as long as the long request takes
  await setTimeout(300);
  const late = await rawConnection(service.port);
  finish[0]!();
  expect(await long).toBe("done");
  await expect.poll(() => isOpen(service.port), { interval: 10 }).toBe(false);
  late.send(plainGet);
  await vi.waitFor(() => expect(finish).toHaveLength(2));
  finish[1]!();
  expect(await late.closed).toContain("done");
  await stopped;
  // requests may wait for workers
  expect(order).toEqual(["start worker", "response", "response", "stop worker"]);
});

test("does not wait for a connection that never sends a request", async () => {
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => void res.end("ok"),
  });
  const spare = await rawConnection(service.port);
  const started = performance.now();
  await service.stop();
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(await spare.closed).toBe("");
});

test("reports readiness by the dependencies, and liveness without them", async () => {
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => void res.end(),
    ready: [{ name: "mongodb", check: () => Promise.reject(new Error("away")) }],
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${service.metricsPort}${path}`);
  const ready = await get("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: "waiting", failing: ["mongodb"] });
  expect((await get("/livez")).status).toBe(200);
  expect(await (await get("/metrics")).text()).toContain("process_cpu_seconds_total");
  await service.stop();
});

test("stays ready while a dependency fails that is only reported", async () => {
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => void res.end(),
    ready: [{ name: "mongodb", check: () => Promise.resolve() }],
    reported: [{ name: "redis", check: () => Promise.reject(new Error("away")) }],
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${service.metricsPort}${path}`);
  const ready = await get("/readyz");
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: "ready", failing: [] });
  const metrics = await (await get("/metrics")).text();
  expect(metrics).toContain('dependency_up{dependency="mongodb"} 1');
  expect(metrics).toContain('dependency_up{dependency="redis"} 0');
  await service.stop();
});

test("exports the other metrics while the value of one cannot be read", async () => {
  gauge("outbox_oldest_seconds", () => Promise.reject(new Error("away")));
  gauge("delivery_sender_stopped", () => new Promise(() => undefined));
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => void res.end(),
  });
  const scraped = await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`);
  const text = await scraped.text();
  expect(text).toContain("process_cpu_seconds_total");
  expect(text).not.toMatch(/^(outbox_oldest_seconds|delivery_sender_stopped)/m);
  await service.stop();
  for (const name of ["outbox_oldest_seconds", "delivery_sender_stopped"])
    registry.removeSingleMetric(name);
});

test("shows when the last round of a worker succeeded", async () => {
  const shown = async () => {
    const { values } = await gauge("worker_last_success_timestamp_seconds").get();
    return values.find(({ labels }) => labels.worker === "heartbeat")?.value ?? 0;
  };
  let hasFailed = false;
  const worker = ticker({
    name: "heartbeat",
    everyMs: 3_600_000,
    logger: silentLogger,
    run: () => (hasFailed ? Promise.reject(new Error("away")) : Promise.resolve()),
  });
  gauge("worker_last_success_timestamp_seconds").set({ worker: "heartbeat" }, 1);
  await worker.start();
  await vi.waitFor(async () => expect(Date.now() / 1_000 - (await shown())).toBeLessThan(5));
  hasFailed = true;
  gauge("worker_last_success_timestamp_seconds").set({ worker: "heartbeat" }, 1);
  worker.wake();
  await worker.stop();
  expect(await shown()).toBe(1);
});

test("runs one round at a time, at once when woken, and continues after an error", async () => {
  let running = 0;
  let rounds = 0;
  const worker = ticker({
    name: "test",
    everyMs: 3_600_000,
    logger: silentLogger,
    run: async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      rounds += 1;
      if (rounds === 1) return "again";
      if (rounds === 2) throw new Error("temporary failure");
    },
  });
  await worker.start();
  await vi.waitFor(() => expect(rounds).toBe(2));
  worker.wake();
  await vi.waitFor(() => expect(rounds).toBe(3));
  await worker.stop();
});
