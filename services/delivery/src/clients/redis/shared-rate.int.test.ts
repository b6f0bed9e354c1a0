import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { silentLogger, testRedisUrl } from "@matinale/kit/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { Permit } from "../../domain/rate/rate.ts";
import { connectRate, sharedRate } from "./shared-rate.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const number = () => String(randomInt(1e9, 1e10));

async function replica(sender: string, perSecond = 80, url = testRedisUrl()) {
  const redis = connectRate(url, silentLogger);
  const rate = sharedRate({ redis, number: sender, perSecond });
  open.push(rate);
  if (url === testRedisUrl()) await once(redis, "ready");
  return rate;
}

const waitOf = (permit: Permit) => ("afterMs" in permit ? permit.afterMs : Number.NaN);
const people = (count: number) => Array.from({ length: count }, () => randomUUID());

test("replicas share one queue and reserve no instant twice", async () => {
  const sender = number();
  const replicas = await Promise.all([1, 2, 3, 4].map(() => replica(sender)));
  const from = performance.now();
  const permits = await Promise.all(
    replicas.flatMap((rate) => people(100).map((person) => rate.reserve(person))),
  );
  const passed = performance.now() - from;
  const waits = permits.map(waitOf).toSorted((one, other) => one - other);
  // 400 calls at 80 a second, less the time that the calls took.
  expect(waits.at(-1)).toBeGreaterThan(4_900 - passed);
  expect(waits.at(-1)).toBeLessThan(5_300);
});

test("lets no call start before the due instant", async () => {
  const rate = await replica(number());
  const [ana, bruno] = await Promise.all([rate.reserve("ana", 400), rate.reserve("bruno")]);
  expect(waitOf(ana)).toBe(400);
  expect(waitOf(bruno)).toBeGreaterThan(400);
});

test("pauses all replicas when one of them is throttled", async () => {
  const sender = number();
  const [one, other] = await Promise.all([replica(sender), replica(sender)]);
  await Promise.all([one?.throttled(), other?.throttled()]);
  const wait = waitOf((await other?.reserve("ana")) ?? { afterMs: 0 });
  // Paused once, although two replicas reported it.
  expect(wait).toBeGreaterThan(500);
  expect(wait).toBeLessThanOrEqual(1_000);
});

test("limits the burst of one recipient across replicas", async () => {
  const sender = number();
  const [one, other] = await Promise.all([replica(sender, 1_000), replica(sender, 1_000)]);
  const person = randomUUID();
  const permits = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other)?.reserve(person)),
  );
  expect(permits.filter((permit) => permit !== undefined && "afterMs" in permit)).toHaveLength(40);
});

/** Two replicas of one number, and the instants at which their calls start. */
async function twoReplicas() {
  const sender = number();
  const [one, other] = await Promise.all([replica(sender), replica(sender)]);
  const calls: number[] = [];
  const startBy = (rate: typeof one) => async () => {
    await rate.beforeCall();
    calls.push(performance.now());
  };
  return { calls, call: startBy(one), callByOther: startBy(other) };
}

/**
 * The most calls in a second of the provider. A timer of this process may be late, so that the next second begins a little
 * earlier for it.
 */
const mostInASecond = (calls: readonly number[]) =>
  Math.max(...calls.map((at) => calls.filter((each) => each > at - 950 && each <= at).length));

test("replicas whose calls were delayed make no more calls in a second than the rate allows", async () => {
  const { calls, call, callByOther } = await twoReplicas();
  // as after a freeze: the calls of one replica were due at the same time, those of the other go on
  await Promise.all([
    ...Array.from({ length: 60 }, () => call()),
    ...Array.from({ length: 60 }, async (_, index) => {
      await pause(index * 13);
      await callByOther();
    }),
  ]);
  expect(mostInASecond(calls)).toBeLessThanOrEqual(80);
  expect((calls.at(-1) ?? 0) - (calls[0] ?? 0)).toBeLessThan(1_900);
});

test("calls that a busy process delays are counted when they start", async () => {
  const { calls, call, callByOther } = await twoReplicas();
  const began = performance.now();
  // those after the first 80 get instants in the next second, in which the process is busy
  const first = Array.from({ length: 150 }, () => call());
  await vi.waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(80));
  await pause(900 - (performance.now() - began));
  const untilFree = performance.now() + 800;
  while (performance.now() < untilFree);
  await Promise.all([...first, ...Array.from({ length: 77 }, () => callByOther())]);
  expect(mostInASecond(calls)).toBeLessThanOrEqual(80);
});

test("a call that a busy process delays is counted once", async () => {
  const sender = number();
  const rate = await replica(sender);
  const calls = Array.from({ length: 50 }, () => rate.beforeCall());
  const untilFree = performance.now() + 100;
  while (performance.now() < untilFree);
  await Promise.all(calls);
  const redis = connectRate(testRedisUrl(), silentLogger);
  open.push({ close: async () => redis.disconnect() });
  await once(redis, "ready");
  expect(await redis.llen(`{delivery:rate:${sender}}:calls`)).toBe(50);
});

test("a call whose question took long waits for another place, and is asked again", async () => {
  const rate = await replica(number());
  const isWanted = vi
    .fn<() => Promise<boolean>>()
    .mockResolvedValue(true)
    .mockImplementationOnce(async () => pause(60, true));
  expect(await rate.beforeCall(isWanted)).toBe(true);
  expect(isWanted).toHaveBeenCalledTimes(2);
  expect(await rate.beforeCall(async () => false)).toBe(false);
});

test("the queue moves on by the instants at which late calls did not start", async () => {
  const rate = await replica(number());
  const calls = Array.from({ length: 50 }, () => rate.beforeCall());
  const untilFree = performance.now() + 100;
  while (performance.now() < untilFree);
  await Promise.all(calls);
  // 50 calls at 80 a second, less the time that their second attempt took
  expect(waitOf(await rate.reserve("ana"))).toBeGreaterThan(400);
});

test("no call waits for hours after the clock of Redis was set back", async () => {
  const sender = number();
  const rate = await replica(sender);
  const redis = connectRate(testRedisUrl(), silentLogger);
  open.push({ close: async () => redis.disconnect() });
  await once(redis, "ready");
  const beforeStep = Date.now() + 3_600_000;
  await redis.set(`{delivery:rate:${sender}}:free`, beforeStep, "PX", 600_000);
  await redis.set(`{delivery:rate:${sender}}:ana`, beforeStep, "PX", 6_000);
  await redis.lpush(`{delivery:rate:${sender}}:calls`, beforeStep);
  expect(waitOf(await rate.reserve("ana"))).toBe(0);
  const called = vi.fn<() => void>();
  void rate.beforeCall().then(called);
  await vi.waitFor(() => expect(called).toHaveBeenCalled());
});

test("a replica uses half of the rate without delay when Redis is unavailable", async () => {
  const rate = await replica(number(), 80, "redis://127.0.0.1:1");
  // Less time than a command may take passes: a replica that waits for Redis gives no permit.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const reserved = Promise.all(people(41).map((person) => rate.reserve(person)));
  await vi.advanceTimersByTimeAsync(200);
  const permits = await reserved;
  vi.useRealTimers();
  await rate.beforeCall();
  expect(waitOf(permits.at(-1) ?? { afterMs: 0 })).toBeGreaterThan(950);
});
