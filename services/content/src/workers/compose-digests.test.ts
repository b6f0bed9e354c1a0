import type { Logger } from "@matinale/kit";
import { expect, test, vi } from "vitest";
import type { DigestOrder } from "../domain/news.ts";
import type { CompositionStore } from "../store/compositions.ts";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import { composeDigests } from "./compose-digests.ts";
import type { DigestComposer } from "../application/compose-digest.ts";
import type { ShortLinks } from "../application/shorten-links.ts";

type LogFn = (fields: unknown, message?: string) => void;

const order = { windowEnd: new Date(), windowStart: new Date() } as DigestOrder;

/** The worker with one waiting scheduled request. The stores record what happens to the request and its order. */
function composingOne(compose: (stopping: AbortSignal) => Promise<never>) {
  const stopping = new AbortController();
  const log = {
    debug: vi.fn<LogFn>(),
    info: vi.fn<LogFn>(),
    warn: vi.fn<LogFn>(),
    error: vi.fn<LogFn>(),
  };
  const request = {
    _id: "digest",
    order,
    orderKey: "order",
    dueAt: new Date(Date.now() + 600_000),
    lease: { token: "ours", until: new Date(Date.now() + 20_000) },
  };
  const waiting = [request];
  const requests = {
    waitingOrders: async (manual: boolean) =>
      manual ? [] : waiting.map(({ orderKey }) => orderKey),
    claim: async () => waiting.splice(0),
    renew: async () => 1,
    postpone: vi.fn<(group: unknown, at: Date) => Promise<void>>(async () => undefined),
  };
  const compositions = {
    claim: async () => ({ isNew: true, state: "leased", lease: { key: "order", token: "ours" } }),
    renew: async () => true,
    release: vi.fn<() => Promise<void>>(async () => undefined),
  };
  const composeCalled = vi.fn<() => void>();
  // The worker calls only the methods above. Classes with private fields accept no other object without a cast.
  const worker = composeDigests({
    requests: requests as unknown as DigestRequestStore,
    compositions: compositions as unknown as CompositionStore,
    composer: {
      compose: () => {
        composeCalled();
        return compose(stopping.signal);
      },
    } as unknown as DigestComposer,
    shortLinks: {} as unknown as ShortLinks,
    logger: log as unknown as Logger,
    stopping,
    finishMs: 20,
  });
  return { worker, log, requests, compositions, composeCalled };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

test("releases its leases and logs no error when it is stopped during a composition", async () => {
  const { worker, log, requests, compositions, composeCalled } = composingOne(untilAborted);
  await worker.start();
  await vi.waitFor(() => expect(composeCalled).toHaveBeenCalledOnce());
  await worker.stop();
  expect(compositions.release).toHaveBeenCalledOnce();
  expect(requests.postpone).toHaveBeenCalledOnce();
  const [, at] = requests.postpone.mock.calls[0]!;
  expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(log.error).not.toHaveBeenCalled();
  expect(log.warn).not.toHaveBeenCalled();
});

test("logs an error and tries again when a composition fails while the process runs", async () => {
  const { worker, log, requests } = composingOne(() => Promise.reject(new Error("no primary")));
  await worker.start();
  await vi.waitFor(() => expect(requests.postpone).toHaveBeenCalledOnce());
  await worker.stop();
  expect(log.error).toHaveBeenCalledOnce();
  const [, at] = requests.postpone.mock.calls[0]!;
  expect(at.getTime()).toBeGreaterThan(Date.now());
});

test("logs errors of abandoned tasks at debug level only", async () => {
  const closed = Promise.withResolvers<never>();
  const { worker, log, requests, composeCalled } = composingOne(() => closed.promise);
  requests.postpone.mockRejectedValue(new Error("not connected"));
  await worker.start();
  await vi.waitFor(() => expect(composeCalled).toHaveBeenCalledOnce());
  await worker.stop();
  expect(log.warn).toHaveBeenCalledOnce();
  closed.reject(new Error("not connected"));
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalledOnce());
  expect(log.error).not.toHaveBeenCalled();
});
