import { expect, test } from "vitest";
import { consumer, record } from "../index.ts";
import { busConformance } from "./conformance.ts";
import { memoryBroker } from "./index.ts";

busConformance(async () => {
  const broker = memoryBroker(2);
  return {
    bus: (service) => broker.bus(service),
    lags: () => broker.lags(),
    deadLetters: () => broker.deadLetters("digest.requested"),
    stop: async () => undefined,
  };
});

test("waits until consumers have handled everything, also what their handlers publish", async () => {
  const broker = memoryBroker();
  const [first, second] = [broker.bus("first"), broker.bus("second")];
  const request = (digestId: string) => record("digest.requested", { userId: "ada", digestId });
  const handled: string[] = [];
  const workers = [
    ...first.consume([
      consumer({
        topic: "user.changed",
        handle: (events) => first.publish(events.map(({ id }) => request(id))),
      }),
    ]),
    ...second.consume([
      consumer({
        topic: "digest.requested",
        handle: async (events) => void handled.push(...events.map(({ key }) => key)),
      }),
    ]),
  ];
  for (const worker of workers) await worker.start();
  await first.publish([record("user.changed", { userId: "ada", version: 1n, language: "fr" })]);
  await broker.caughtUp();
  expect(handled).toEqual(["ada"]);
  expect(broker.published("digest.requested")).toHaveLength(1);
  await Promise.all(workers.map((worker) => worker.stop()));
});
