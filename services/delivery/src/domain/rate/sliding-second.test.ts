import { array, assert, asyncProperty, integer, record } from "fast-check";
import { expect, test } from "vitest";
import { type StartedCall, slidingSecond } from "./sliding-second.ts";

const most = 20;

/** A clock that the test moves: its timers run in order on the way. */
function manualClock() {
  let now = 5_000;
  let timers: { at: number; run: () => void }[] = [];
  /** Runs all pending promise callbacks. */
  const flushMicrotasks = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    after: (ms: number, run: () => void) => void timers.push({ at: now + ms, run }),
    flushMicrotasks,
    async moveTo(at: number) {
      for (;;) {
        const [next] = timers.filter((each) => each.at <= at).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers = timers.filter((each) => each !== next);
        now = Math.max(now, next.at);
        next.run();
        await flushMicrotasks();
      }
      now = at;
    },
  };
}

/** Requests this many calls. @returns those that have started so far */
function startCalls(startCall: () => Promise<StartedCall>, calls: number) {
  const started: StartedCall[] = [];
  for (let index = 0; index < calls; index += 1)
    void startCall().then((call) => started.push(call));
  return started;
}

test("starts as many calls as the provider accepts in a second, and the next one a second later", async () => {
  const clock = manualClock();
  const started = startCalls(slidingSecond(most, clock), most + 1);
  await clock.moveTo(5_700);
  expect(started).toHaveLength(most);
  // The last call first: its round trip is the fastest.
  for (const call of started.toReversed()) call.answered(true);
  await clock.moveTo(6_620);
  expect(started).toHaveLength(most);
  await clock.moveTo(6_640);
  expect(started).toHaveLength(most + 1);
});

test("measures the travel time only by calls that the provider has accepted", async () => {
  const clock = manualClock();
  const started = startCalls(slidingSecond(1, clock), 3);
  await clock.flushMicrotasks();
  started[0]?.answered(false);
  await clock.moveTo(6_010);
  expect(started).toHaveLength(2);
  await clock.moveTo(6_410);
  started[1]?.answered(true);
  await clock.moveTo(7_015);
  expect(started).toHaveLength(3);
});

test("spreads calls that come together, at 1.5 times the rate", async () => {
  const clock = manualClock();
  const started = startCalls(slidingSecond(most, clock), 10);
  await clock.flushMicrotasks();
  expect(started).toHaveLength(1);
  await clock.moveTo(5_000 + 4 * 34);
  expect(started).toHaveLength(5);
  await clock.moveTo(5_000 + 9 * 34);
  expect(started).toHaveLength(10);
});

test("a call keeps its place until its answer: it is unknown when the provider counts it", async () => {
  const clock = manualClock();
  const started = startCalls(slidingSecond(most, clock), most + 1);
  await clock.moveTo(9_000);
  expect(started).toHaveLength(most);
  started[0]?.answered(true);
  await clock.moveTo(10_010);
  expect(started).toHaveLength(most + 1);
});

test("catches up after a pause", async () => {
  const clock = manualClock();
  const startCall = slidingSecond(most, clock);
  const steady = 1_000 / most;
  for (let call = 0; call < most; call += 1) {
    (await startCall()).answered(true);
    await clock.moveTo(clock.now() + steady);
  }
  await clock.moveTo(clock.now() + 4 * steady);
  const started = startCalls(startCall, 6);
  await clock.moveTo(clock.now() + 3 * 34);
  expect(started.length).toBeGreaterThanOrEqual(4);
});

test("never exceeds the rate in any second of the provider, with slow calls and answers", async () => {
  const calls = array(
    record({
      pauseMs: integer({ min: 0, max: 60 }),
      toProviderMs: integer({ min: 8, max: 400 }),
      backMs: integer({ min: 8, max: 400 }),
    }),
    { minLength: 60, maxLength: 120 },
  );
  await assert(
    asyncProperty(calls, async (sent) => {
      const clock = manualClock();
      const startCall = slidingSecond(most, clock);
      const counted: number[] = [];
      for (const { pauseMs, toProviderMs, backMs } of [
        { pauseMs: 0, toProviderMs: 8, backMs: 8 },
        ...sent,
      ]) {
        const call = async () => {
          const { answered } = await startCall();
          clock.after(toProviderMs, () => {
            counted.push(clock.now());
            clock.after(backMs, () => answered(true));
          });
        };
        void call();
        await clock.moveTo(clock.now() + pauseMs);
      }
      await clock.moveTo(clock.now() + 20_000);
      expect(counted).toHaveLength(sent.length + 1);
      for (const from of counted) {
        const within = counted.filter((at) => at >= from && at < from + 1_000);
        expect(within.length).toBeLessThanOrEqual(most);
      }
    }),
  );
});
