import { expect, test } from "vitest";
import { pacer, safetyFactor, slidingSecond } from "./rate.ts";

function pacerAt(perSecond: number) {
  const clock = { now: 1_000_000 };
  return { clock, places: pacer(perSecond, () => clock.now) };
}

/** Numbers from 0 to 1, the same in each run. */
function randomNumbers() {
  let state = 7;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Times at which a process is stopped, and goes on: 50 to 200 ms, about twice a second. */
function stops(random: () => number): [from: number, until: number][] {
  const all: [number, number][] = [];
  for (let from = 500 * random(); from < 15_000; from += 200 + 500 * random()) {
    all.push([from, from + 50 + 150 * random()]);
  }
  return all;
}

test("at most one call in a thousand is refused to processes that are stopped again and again", () => {
  const rate = 1_000;
  let refused = 0;
  const random = randomNumbers();
  const spacing = 1_000 / (rate * safetyFactor);
  const processes = [1, 2].map(() => ({ stopped: stops(random), places: [] as number[] }));
  for (let call = 0; call < 10_000; call += 1) {
    processes[random() < 0.5 ? 0 : 1]?.places.push(call * spacing);
  }
  const made = processes.flatMap(({ stopped, places }) => {
    let now = 0;
    /** The clock of the process when it does what was due at this time. */
    const advance = (due: number) => {
      now = Math.max(now, due);
      now = stopped.find(([from, until]) => now >= from && now < until)?.[1] ?? now;
      return now;
    };
    const second = slidingSecond(() => now);
    return places.map((place) => {
      advance(place);
      advance(now + second.waitMs(place));
      second.called();
      return now;
    });
  });
  const calls = made.toSorted((one, other) => one - other);
  let accepted: number[] = [];
  for (const at of calls) {
    accepted = accepted.filter((earlier) => earlier > at - 1_000);
    if (accepted.length < rate) accepted.push(at);
    else refused += 1;
  }
  expect(refused).toBeLessThanOrEqual(calls.length / 1_000);
  // a process that was stopped does not lose more of the rate than the time that it was stopped
  expect(calls.at(-1)).toBeLessThan(10_000 / 0.93);
});

test("uses at least 96 % of the rate", () => {
  const { places } = pacerAt(1_000 * safetyFactor);
  let last = 0;
  for (let call = 0; call < 10_000; call += 1) last = places.next();
  expect(last).toBeGreaterThan(10_000);
  expect(last).toBeLessThan(10_000 / 0.96);
});

test("gives out no place during a pause, and later places at the same rate", () => {
  const { clock, places } = pacerAt(10);
  places.pause(1_000);
  clock.now += 200;
  places.pause(300);
  expect([places.next(), places.next()]).toEqual([800, 900]);
});
