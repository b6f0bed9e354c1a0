import { array, assert, asyncProperty, integer, record } from "fast-check";
import { expect, test } from "vitest";
import { type Departure, slidingSecond } from "./sliding-second.ts";

const most = 20;

/** A clock that is moved by hand: what is to happen on the way happens in order. */
function handClock() {
  let now = 5_000;
  let planned: { at: number; run: () => void }[] = [];
  /** Lets everything go on that waits for nothing but its turn. */
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    after: (ms: number, run: () => void) => void planned.push({ at: now + ms, run }),
    settled,
    async moveTo(at: number) {
      for (;;) {
        const [next] = planned.filter((each) => each.at <= at).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        planned = planned.filter((each) => each !== next);
        now = Math.max(now, next.at);
        next.run();
        await settled();
      }
      now = at;
    },
  };
}

/** Asks for so many, and tells who has left. */
function ask(leave: () => Promise<Departure>, calls: number) {
  const gone: Departure[] = [];
  for (let call = 0; call < calls; call += 1)
    void leave().then((departure) => gone.push(departure));
  return gone;
}

test("as many leave as the provider takes, and the next waits for the second to pass", async () => {
  const clock = handClock();
  const gone = ask(slidingSecond(most, clock), most + 1);
  await clock.moveTo(5_700);
  expect(gone).toHaveLength(most);
  // the last to leave, and so the quickest, first
  for (const departure of gone.toReversed()) departure.answered(true);
  await clock.moveTo(6_620);
  expect(gone).toHaveLength(most);
  await clock.moveTo(6_640);
  expect(gone).toHaveLength(most + 1);
});

test("only a call that the provider took tells how long the way is", async () => {
  const clock = handClock();
  const gone = ask(slidingSecond(1, clock), 3);
  await clock.settled();
  gone[0]?.answered(false);
  await clock.moveTo(6_010);
  expect(gone).toHaveLength(2);
  await clock.moveTo(6_410);
  gone[1]?.answered(true);
  await clock.moveTo(7_015);
  expect(gone).toHaveLength(3);
});

test("what comes together leaves one after the other, half as fast again as the rate", async () => {
  const clock = handClock();
  const gone = ask(slidingSecond(most, clock), 10);
  await clock.settled();
  expect(gone).toHaveLength(1);
  await clock.moveTo(5_000 + 4 * 34);
  expect(gone).toHaveLength(5);
  await clock.moveTo(5_000 + 9 * 34);
  expect(gone).toHaveLength(10);
});

test("a call without an answer keeps its place: nobody knows when it will be counted", async () => {
  const clock = handClock();
  const gone = ask(slidingSecond(most, clock), most + 1);
  await clock.moveTo(9_000);
  expect(gone).toHaveLength(most);
  gone[0]?.answered(true);
  await clock.moveTo(10_010);
  expect(gone).toHaveLength(most + 1);
});

test("a pause of ours is made up for", async () => {
  const clock = handClock();
  const leave = slidingSecond(most, clock);
  const steady = 1_000 / most;
  for (let call = 0; call < most; call += 1) {
    (await leave()).answered(true);
    await clock.moveTo(clock.now() + steady);
  }
  await clock.moveTo(clock.now() + 4 * steady);
  const gone = ask(leave, 6);
  await clock.moveTo(clock.now() + 3 * 34);
  expect(gone.length).toBeGreaterThanOrEqual(4);
});

test("no second of the provider holds more than its rate, however slowly it reads", async () => {
  const calls = array(
    record({
      pauseMs: integer({ min: 0, max: 60 }),
      there: integer({ min: 8, max: 400 }),
      back: integer({ min: 8, max: 400 }),
    }),
    { minLength: 60, maxLength: 120 },
  );
  await assert(
    asyncProperty(calls, async (sent) => {
      const clock = handClock();
      const leave = slidingSecond(most, clock);
      const counted: number[] = [];
      for (const { pauseMs, there, back } of [{ pauseMs: 0, there: 8, back: 8 }, ...sent]) {
        const call = async () => {
          const { answered } = await leave();
          clock.after(there, () => {
            counted.push(clock.now());
            clock.after(back, () => answered(true));
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
