import { asDigestId, asUserId } from "@matinale/contracts";
import { silentLogger as logger } from "@matinale/kit/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { Kind } from "../domain/digest/composition-deadline.ts";
import { untilAborted } from "../domain/until-aborted.ts";
import type { LeasedRequest } from "../store/digest-requests.ts";
import { order } from "../testing/order.ts";
import { composeDigests, type ComposeDeps } from "./compose-digests.ts";

const inTenMinutes = new Date(Date.now() + 600_000);
const leasedRequest: LeasedRequest = {
  _id: asDigestId("digest"),
  userId: asUserId("user"),
  order,
  orderKey: "order",
  dueAt: inTenMinutes,
  manual: false,
  state: "requested",
  nextAttemptAt: new Date(),
  correlationId: "",
  causationId: "",
  expiresAt: inTenMinutes,
  lease: { token: "ours", until: inTenMinutes },
};

afterEach(() => {
  vi.restoreAllMocks();
});

const unused = () => Promise.reject(new Error("unused"));

/** The worker with one waiting scheduled request. The stores record what happens to the request and its order. */
function composingOne(compose: (stopping: AbortSignal) => Promise<never>) {
  const stopping = new AbortController();
  const log = {
    debug: vi.spyOn(logger, "debug"),
    warn: vi.spyOn(logger, "warn"),
    error: vi.spyOn(logger, "error"),
  };
  const waiting = [leasedRequest];
  const postpone = vi.fn<ComposeDeps["requests"]["postpone"]>(async () => 0);
  /** How many missed requests each of the next rounds of the scheduled queue finds, instead of the waiting one. */
  const missedFirst: number[] = [];
  const requests = {
    waitingOrders: async (kind: Kind) => {
      if (kind === "manual") return { orderKeys: [], missed: 0 };
      const [missed = 0] = missedFirst.splice(0, 1);
      return { orderKeys: missed > 0 ? [] : waiting.map(({ orderKey }) => orderKey), missed };
    },
    claim: async () => waiting.splice(0),
    renew: async () => 1,
    answer: unused,
    postpone,
  };
  const release = vi.fn<ComposeDeps["compositions"]["release"]>(async () => undefined);
  const lease = { _id: "order", lease: { token: "ours", until: new Date() } };
  const compositions: ComposeDeps["compositions"] = {
    claim: async () => ({ isNew: true, lease }),
    renew: async () => 1,
    keep: unused,
    release,
  };
  const composeCalled = vi.fn<() => void>();
  const composer = {
    compose: () => {
      composeCalled();
      return compose(stopping.signal);
    },
    composeStory: unused,
  };
  const shortLinks = { shorten: unused };
  const finishMs = 20;
  const brand = "Matinale";
  const deps = { requests, compositions, composer, shortLinks, brand, logger, stopping, finishMs };
  return { worker: composeDigests(deps), log, postpone, release, composeCalled, missedFirst };
}

/** A composition that ends only when the process stops. */
const endless = (stopping: AbortSignal) =>
  untilAborted(new Promise<never>(() => undefined), stopping);

test("releases its leases and logs no error when it is stopped during a composition", async () => {
  const { worker, log, postpone, release, composeCalled } = composingOne(endless);
  await worker.start();
  await vi.waitFor(() => expect(composeCalled).toHaveBeenCalledOnce());
  await worker.stop();
  expect(release).toHaveBeenCalledOnce();
  expect(postpone).toHaveBeenCalledOnce();
  const [, at] = postpone.mock.calls[0]!;
  expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(log.error).not.toHaveBeenCalled();
  expect(log.warn).not.toHaveBeenCalled();
});

test("logs an error and tries again when a composition fails while the process runs", async () => {
  const { worker, log, postpone } = composingOne(() => Promise.reject(new Error("no primary")));
  await worker.start();
  await vi.waitFor(() => expect(postpone).toHaveBeenCalledOnce());
  await worker.stop();
  expect(log.error).toHaveBeenCalledOnce();
  const [, at] = postpone.mock.calls[0]!;
  expect(at.getTime()).toBeGreaterThan(Date.now());
});

test("composes what is in time right after many missed requests, and says how many they were", async () => {
  const { worker, log, composeCalled, missedFirst } = composingOne(endless);
  missedFirst.push(500);
  await worker.start();
  await vi.waitFor(() => expect(composeCalled).toHaveBeenCalledOnce());
  await worker.stop();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { kind: "scheduled", digests: 500 },
    expect.stringContaining("missed"),
  );
});

test("logs errors of abandoned tasks at debug level only", async () => {
  const closed = Promise.withResolvers<never>();
  const { worker, log, postpone, composeCalled } = composingOne(() => closed.promise);
  postpone.mockRejectedValue(new Error("not connected"));
  await worker.start();
  await vi.waitFor(() => expect(composeCalled).toHaveBeenCalledOnce());
  await worker.stop();
  expect(log.warn).toHaveBeenCalledOnce();
  closed.reject(new Error("not connected"));
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalledOnce());
  expect(log.error).not.toHaveBeenCalled();
});
