import type { OutboxEntry } from "@matinale/bus";
import { memoryBroker } from "@matinale/bus/testing";
import type { Worker } from "@matinale/kit";
import { afterAll, beforeAll } from "vitest";
import { forgettingOf } from "../application/forget-person.ts";
import { consumers } from "../consumers/index.ts";
import type { TestIdentity } from "./harness.ts";

/** Runs the consumers on a broker in memory. @returns publishes events and waits until they are handled */
export function consuming(identity: () => TestIdentity) {
  const broker = memoryBroker();
  const bus = broker.bus("identity");
  let workers: Worker[];
  beforeAll(async () => {
    workers = bus.consume(consumers(identity(), forgettingOf(identity())));
    for (const worker of workers) await worker.start();
  });
  afterAll(() => Promise.all(workers.map((worker) => worker.stop())));
  return async (...events: OutboxEntry[]): Promise<void> => {
    await bus.publish(events);
    await broker.caughtUp();
  };
}
