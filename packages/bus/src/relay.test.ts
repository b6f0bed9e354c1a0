import { silentLogger as logger } from "@matinale/kit/testing";
import type { Model } from "mongoose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { record } from "./index.ts";
import { relay } from "./relay.ts";
import type { Person } from "./testing/people-and-copies.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("stops within ten seconds while Kafka does not answer", async () => {
  const outbox = [record("user.changed", { userId: "ada", version: 1n, language: "fr" })];
  const updateMany = async () => ({ matchedCount: 1 });
  const find = () => ({ toArray: async () => [{ _id: "ada", outbox }] });
  const people = { collection: { find, updateMany }, updateMany } as unknown as Model<Person>;
  const publish = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));
  const worker = relay({ models: [people], publish, logger });
  await worker.start();
  await vi.waitFor(() => expect(publish).toHaveBeenCalled());
  const stopped = worker.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await stopped;
  expect(publish).toHaveBeenCalledOnce();
});
