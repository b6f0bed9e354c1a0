import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { adminServer, type ReadinessCheck } from "./admin-server.ts";
import type { BaseConfig } from "./config.ts";
import { drainable } from "./drain.ts";
import type { Worker } from "./worker.ts";
import type { Logger } from "./logger.ts";
import { startTracing, stopTracing, type TracingConfig } from "./tracing.ts";

export interface Service {
  name: string;
  /** Without DRAIN_MS the port closes as soon as the accepted requests are finished. */
  config: Pick<BaseConfig, "HOST" | "PORT" | "METRICS_PORT"> &
    Partial<Pick<BaseConfig, "DRAIN_MS">> &
    TracingConfig;
  logger: Logger;
  app: RequestListener;
  /** Node's HTTP limits, where a service needs others than the defaults. */
  server?: ServerOptions;
  /** Prepares the server before it listens. */
  onServer?: (server: Server) => void;
  /** Due work: starts last, stops first. */
  workers?: Worker[];
  consumers?: Worker[];
  /** Publishes the outbox: stops after the workers that write to it. */
  relay?: Worker;
  /** Without these the service can serve nothing: it is not ready while one fails. */
  ready?: ReadinessCheck[];
  /** The service works in part without these: they are reported in `dependency_up` and do not change readiness. */
  reported?: ReadinessCheck[];
  /** Connections, closed in this order at the end of the shutdown. */
  close?: { close(): Promise<void> }[];
}

export interface RunningService {
  port: number;
  metricsPort: number;
  /** Ends in the order of the phases below. Safe to call twice. */
  stop(): Promise<void>;
}

/** For the requests in progress: the longest timeout of an operation is 35 s. Milliseconds. */
const finishMs = 36_000;
const disconnectMs = 14_000;
/** The whole shutdown takes at most DRAIN_MS plus this time; terminationGracePeriodSeconds is longer. Milliseconds. */
export const shutdownMs = finishMs + disconnectMs;

/**
 * Before the process exits, compiler threads finish: one that waits for a collection when process.exit() begins
 * blocks it for ever (https://github.com/nodejs/node/issues/54918). Milliseconds.
 */
const compilerMs = 100;

const limits: ServerOptions = {
  // begins with a request: an idle connection may be older
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
};

/** @throws Error  when the port cannot be used */
async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A scrape in progress has half a second to finish. */
async function closeAdmin(server: Server): Promise<void> {
  setTimeout(() => server.closeAllConnections(), 500).unref();
  await server[Symbol.asyncDispose]();
}

/** Starts a service; `stop` shuts it down phase by phase. */
export async function startService(service: Service): Promise<RunningService> {
  const { logger, config } = service;
  await startTracing(service.name, config);
  let serving = false;
  const acceptMs = config.DRAIN_MS ?? 0;
  const { listener, drain } = drainable(service.app);
  const server = createServer({ ...limits, ...service.server }, listener);
  // idle ones take about 15 kB each: further ones would need more memory than the gateway may have
  server.maxConnections = 10_000;
  service.onServer?.(server);
  const admin = adminServer({
    isReady: () => serving,
    checks: service.ready ?? [],
    reported: service.reported ?? [],
  });
  const metricsPort = await listen(admin, config.METRICS_PORT, config.HOST);
  const port = await listen(server, config.PORT, config.HOST);
  const all = (workers: Worker[] = [], step: "start" | "stop") =>
    Promise.all(workers.map((worker) => worker[step]()));
  await service.relay?.start();
  await all(service.consumers, "start");
  await all(service.workers, "start");
  serving = true;
  logger.info({ port, metricsPort }, "service is ready");

  const phases: [string, () => Promise<unknown>][] = [
    // first, because requests may wait for workers
    ["drain http", () => drain(server, { acceptMs, finishMs })],
    [
      "stop workers and consumers",
      () => Promise.all([all(service.workers, "stop"), all(service.consumers, "stop")]),
    ],
    ["flush the outbox", async () => service.relay?.stop()],
    [
      "disconnect",
      async () => {
        for (const connection of service.close ?? []) await connection.close();
      },
    ],
    ["send the last traces", stopTracing],
    ["close the admin port", () => closeAdmin(admin)],
  ];
  const shutDown = async () => {
    serving = false;
    for (const [name, phase] of phases) {
      const started = performance.now();
      await phase().catch((error: unknown) =>
        logger.error(
          { err: error, phase: name },
          "shutdown phase failed, continuing with the next",
        ),
      );
      logger.debug(
        { phase: name, ms: Math.round(performance.now() - started) },
        "shutdown phase finished",
      );
    }
    logger.info("service has stopped");
  };
  let stopping: Promise<void> | undefined;
  return { port, metricsPort, stop: () => (stopping ??= shutDown()) };
}

/** startService for an entry point: ends the process on SIGTERM or SIGINT, at once on the second. */
export async function runService(service: Service): Promise<RunningService> {
  const { logger } = service;
  const exit = (code: number) => logger.flush(() => process.exit(code));
  // also for rejections that nothing handles, which Node raises as exceptions
  process.on("uncaughtException", (error, origin) => {
    logger.fatal({ err: error, origin }, "uncaught exception, exiting");
    exit(1);
  });
  const starting = startService(service);
  // registered before the start has finished: SIGTERM may arrive during it
  let signals = 0;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      signals += 1;
      if (signals > 1) return exit(1);
      logger.info({ signal }, "signal received, stopping");
      setTimeout(
        () => {
          logger.fatal("shutdown timed out, exiting");
          exit(1);
        },
        (service.config.DRAIN_MS ?? 0) + shutdownMs,
      ).unref();
      const stopped = starting.then((running) => running.stop());
      void stopped
        .finally(() => pause(compilerMs))
        .then(
          () => exit(0),
          () => exit(1),
        );
    });
  }
  return starting;
}
