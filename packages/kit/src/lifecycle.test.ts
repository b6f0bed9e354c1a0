import { request } from "node:http";
import { expect, test, vi } from "vitest";
import { startService, ticker, type Worker } from "./index.ts";
import { silentLogger } from "./testing/index.ts";

const config = { HOST: "127.0.0.1", PORT: 0, METRICS_PORT: 0 };

const recorder = (order: string[], name: string): Worker & { close(): Promise<void> } => ({
  start: async () => void order.push(`start ${name}`),
  stop: async () => void order.push(`stop ${name}`),
  close: async () => void order.push(`close ${name}`),
});

test("workers start after the port is open and stop in the order of the phases", async () => {
  const order: string[] = [];
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => void res.end("ok"),
    jobs: [recorder(order, "job")],
    consumers: [recorder(order, "consumer")],
    relay: recorder(order, "relay"),
    close: [recorder(order, "bus"), recorder(order, "mongo")],
  });
  await Promise.all([service.stop(), service.stop()]);
  expect(order).toEqual([
    "start relay",
    "start consumer",
    "start job",
    "stop job",
    "stop consumer",
    "stop relay",
    "close bus",
    "close mongo",
  ]);
});

test("a request in flight is answered while new connections are refused", async () => {
  let finish = () => {};
  const arrived = vi.fn<() => void>();
  const service = await startService({
    name: "test",
    config,
    logger: silentLogger,
    app: (_req, res) => {
      arrived();
      finish = () => res.end("done");
    },
  });
  const answer = fetch(`http://127.0.0.1:${service.port}/`).then((res) => res.text());
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
  const stopped = service.stop();
  const refused = new Promise<string>((resolve) => {
    request({ port: service.port, host: "127.0.0.1" })
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""))
      .end();
  });
  expect(await refused).toBe("ECONNREFUSED");
  finish();
  expect(await answer).toBe("done");
  await stopped;
});

test("readiness follows the dependencies, liveness does not", async () => {
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

test("a ticker runs one round at a time, again at once when told, and outlives an error", async () => {
  let running = 0;
  let rounds = 0;
  const job = ticker({
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
      if (rounds === 2) throw new Error("passing trouble");
    },
  });
  await job.start();
  await vi.waitFor(() => expect(rounds).toBe(2));
  job.nudge();
  await vi.waitFor(() => expect(rounds).toBe(3));
  await job.stop();
});
