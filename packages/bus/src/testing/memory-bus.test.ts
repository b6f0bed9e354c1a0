import { expect, test } from "vitest";
import { consumer, headerOf, record } from "../index.ts";
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

test("writes a dead letter without the personal data that MongoDB puts into an error", async () => {
  const broker = memoryBroker();
  const handle = async () => {
    throw new Error('E11000 collection: users index: emailKey_1 dup key: { emailKey: "a@b.c" }');
  };
  const bus = broker.bus("test");
  const workers = bus.consume([consumer({ topic: "digest.requested", handle })]);
  for (const worker of workers) await worker.start();
  await bus.publish([record("digest.requested", { userId: "ada", digestId: "d" })]);
  await broker.caughtUp();
  const [letter] = broker.deadLetters("digest.requested");
  expect(headerOf(letter?.headers, "dlq-reason")).toBe(
    "Error: E11000 collection: users index: emailKey_1 dup key",
  );
  await Promise.all(workers.map((worker) => worker.stop()));
});
