import { expect, test } from "vitest";
import { localRate, type Permit, recipientRules } from "./rate.ts";

const waitOf = (permit: Permit) => ("afterMs" in permit ? permit.afterMs : Number.NaN);

function rateAt(perSecond: number) {
  const clock = { now: 1_000_000 };
  const rate = localRate({ perSecond, ...recipientRules }, () => clock.now);
  let people = 0;
  const next = async () => waitOf(await rate.reserve(`person-${(people += 1)}`));
  return { clock, rate, next };
}

test("never exceeds the rate in any second, with and without pauses", async () => {
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

test("uses at least 96 % of the rate", async () => {
  const { next } = rateAt(1_000);
  let last = 0;
  for (let call = 0; call < 10_000; call += 1) last = await next();
  expect(last).toBeGreaterThan(10_000);
  expect(last).toBeLessThan(10_000 / 0.96);
});

test("halves the rate after a throttling answer and recovers within seconds", async () => {
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

test("allows a burst to one person, then one message in six seconds", async () => {
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

test("gives no place before the due instant, and later reservations a later place", async () => {
  const { rate } = rateAt(80);
  expect(waitOf(await rate.reserve("ana", 500))).toBe(500);
  expect(waitOf(await rate.reserve("bruno"))).toBeGreaterThan(500);
});
