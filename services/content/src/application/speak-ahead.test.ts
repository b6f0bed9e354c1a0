import { silentLogger } from "@matinale/kit/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { SharedOrder } from "../store/digest-requests.ts";
import { order } from "../testing/order.ts";
import { speakAhead, type SpeakingAhead } from "./speak-ahead.ts";

afterEach(() => {
  vi.useRealTimers();
});

const requested = (number: number): SharedOrder => ({
  _id: { number },
  order: { ...order, maxSeconds: 100 + number },
});

/** Rounds of one process. @param ordersOf  the orders of a number of days ago, from this time of day on for an hour */
function roundsOf(ordersOf: (daysAgo: number) => readonly SharedOrder[]) {
  const prepare = vi.fn<SpeakingAhead["composer"]["prepare"]>(async () => true);
  const asked: { daysAgo: number; hours: number }[] = [];
  const deps: SpeakingAhead = {
    requests: {
      ordersComposed: async (from, until) => {
        const daysAgo = Math.round((Date.now() - from.getTime()) / 86_400_000);
        asked.push({ daysAgo, hours: (until.getTime() - from.getTime()) / 3_600_000 });
        return [...ordersOf(daysAgo)];
      },
    },
    composer: { prepare },
    leases: {
      claim: async () => ({ _id: "", lease: { token: "", until: new Date() } }),
      release: async () => undefined,
    },
    logger: silentLogger,
  };
  const prepared = new Map<string, boolean>();
  return {
    asked,
    round: () => speakAhead(deps, new AbortController().signal, prepared),
    prepare,
    seconds: () => prepare.mock.calls.map(([{ maxSeconds }]) => maxSeconds),
  };
}

test("prepares the editions of 21 kinds of readers in two rounds, each once", async () => {
  const orders = Array.from({ length: 21 }, (_, number) => requested(number));
  const { round, seconds } = roundsOf(() => orders);
  await round();
  expect(seconds()).toHaveLength(20);
  await round();
  await round();
  expect(seconds()).toEqual(Array.from({ length: 21 }, (_, number) => 100 + number));
});

test("prepares the editions of the same hour a day and a week ago with the news and the dates of today", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T06:00:00Z") });
  const of = (number: number, end: string, local: { localDate: string; nextEdition?: string }) => ({
    _id: { number },
    order: {
      ...order,
      windowStart: new Date("2026-11-23T06:10:00Z"),
      windowEnd: new Date(end),
      ...local,
    },
  });
  const daily = of(1, "2026-11-30T06:10:00Z", {
    localDate: "2026-11-30",
    nextEdition: "2026-12-01T07:25",
  });
  const weekly = of(2, "2026-11-24T06:20:00Z", { localDate: "2026-11-24" });
  const { round, prepare, asked } = roundsOf((daysAgo) => (daysAgo === 1 ? [daily] : [weekly]));
  await round();
  expect(asked).toEqual([
    { daysAgo: 1, hours: 1 },
    { daysAgo: 7, hours: 1 },
  ]);
  expect(prepare.mock.calls.map(([each]) => each)).toEqual([
    {
      ...order,
      windowStart: new Date("2026-11-24T06:10:00Z"),
      windowEnd: new Date("2026-12-01T06:10:00Z"),
      localDate: "2026-12-01",
      nextEdition: "2026-12-02T07:25",
    },
    {
      ...order,
      windowStart: new Date("2026-11-30T06:10:00Z"),
      windowEnd: new Date("2026-12-01T06:20:00Z"),
      localDate: "2026-12-01",
    },
  ]);
});

test("prepares an edition again that failed or is incomplete, after those that are new", async () => {
  const orders = [requested(1), requested(2)];
  const { round, seconds, prepare } = roundsOf(() => orders);
  prepare.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error("voice"));
  await round();
  orders.push(requested(3));
  await round();
  await round();
  expect(seconds()).toEqual([101, 102, 103, 101, 102]);
});
