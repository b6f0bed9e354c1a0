import { expect, test } from "vitest";
import { ownRate, type Permit, recipientRules } from "./rate.ts";

const waitOf = (permit: Permit) => ("afterMs" in permit ? permit.afterMs : Number.NaN);

function rateAt(perSecond: number) {
  const clock = { now: 1_000_000 };
  const rate = ownRate({ perSecond, ...recipientRules }, () => clock.now);
  let others = 0;
  const next = async () => waitOf(await rate.reserve(`person-${(others += 1)}`));
  return { clock, rate, next };
}

test("no second of the provider holds more than its rate, whatever the pauses", async () => {
  const { clock, next } = rateAt(80);
  const used: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    for (let call = 0; call < 20; call += 1) used.push(clock.now + (await next()));
    clock.now += round % 7 === 0 ? 900 : 130;
  }
  for (const from of used) {
    expect(used.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(80);
  }
});

test("nearly all of the rate is used", async () => {
  const { next } = rateAt(1_000);
  let last = 0;
  for (let call = 0; call < 10_000; call += 1) last = await next();
  expect(last).toBeGreaterThan(10_000);
  expect(last).toBeLessThan(10_000 / 0.96);
});

test("after a throttling answer it begins at half and comes back within seconds", async () => {
  const { clock, rate, next } = rateAt(80);
  await rate.throttled();
  await rate.throttled();
  clock.now += 200;
  const [one, other] = [await next(), await next()];
  expect(other - one).toBeGreaterThan(1.6 * (1_000 / 80));
  expect(other - one).toBeLessThan(2.1 * (1_000 / 80));
  clock.now += 5_000;
  const [third, fourth] = [await next(), await next()];
  expect(fourth - third).toBeLessThan(1.05 * (1_000 / 80));
});

test("one person gets a burst, and then one message in six seconds", async () => {
  const { clock, rate } = rateAt(1_000);
  const permits: Permit[] = [];
  for (let call = 0; call < 41; call += 1) permits.push(await rate.reserve("ana"));
  expect(permits.slice(0, 40).every((permit) => "afterMs" in permit)).toBe(true);
  expect(permits[40]).toEqual({ tooMuchForMs: 6_000 });
  expect(await rate.reserve("bruno")).toHaveProperty("afterMs");
  clock.now += 6_000;
  expect(await rate.reserve("ana")).toHaveProperty("afterMs");
  expect(await rate.reserve("ana")).toHaveProperty("tooMuchForMs");
});

test("who is due later gets no place before that, and those behind come after", async () => {
  const { rate } = rateAt(80);
  expect(waitOf(await rate.reserve("ana", 500))).toBe(500);
  expect(waitOf(await rate.reserve("bruno"))).toBeGreaterThan(500);
});
