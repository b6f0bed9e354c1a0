import type { Bus } from "@matinale/bus";
import { startService, type ticker, type Worker } from "@matinale/kit";
import { silentLogger } from "@matinale/kit/testing";
import type { Config } from "../config.ts";
import { deliveryService } from "../service.ts";

const canBeWoken = (worker: Worker): worker is ReturnType<typeof ticker> => "wake" in worker;

/** Starts `count` instances of the service in this process. Calls go to each in turn. */
export async function startReplicas(
  config: Config,
  count: number,
  { now, newBus }: { now: () => Date; newBus: () => Bus },
) {
  const workers: Worker[] = [];
  const startOne = async () => {
    const service = await deliveryService(config, silentLogger, { now, bus: newBus() });
    const started = await startService(service);
    workers.push(...(service.workers ?? []));
    return { ...started, url: `http://127.0.0.1:${started.port}` };
  };
  const startAll = () => Promise.all(Array.from({ length: count }, startOne));
  let running = await startAll();
  let calls = 0;
  const next = () => {
    calls += 1;
    const replica = running[calls % running.length];
    if (replica === undefined) throw new Error("no replica is running");
    return replica;
  };
  return {
    /** Starts one more instance. It gets no calls; the caller must stop it. */
    startOne,
    url: (): string => next().url,
    metricsUrl: (): string => `http://127.0.0.1:${next().metricsPort}/metrics`,
    /** Starts a round of every worker now instead of after its period, for a clock that was set. */
    wake: (): void => {
      for (const worker of workers.filter(canBeWoken)) worker.wake();
    },
    halt: async (): Promise<void> => {
      await Promise.all(running.map((replica) => replica.stop()));
    },
    /** Starts the instances again, on other ports. */
    restart: async (): Promise<void> => {
      running = await startAll();
    },
  };
}
