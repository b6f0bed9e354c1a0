import { chromium } from "playwright/test";
import { idleShare } from "../lighthouse/idle.ts";
import { measure } from "../lighthouse/measure.ts";
import { problemsOf, timingProblems } from "../lighthouse/report.ts";
import { expect, test } from "./fixtures.ts";

/** Timings mean something only on a machine that does nothing else: `make lighthouse` checks them. */
const timed = process.env["LIGHTHOUSE"] === "timed";
const runs = timed ? 3 : 1;

const browserOf = () =>
  test.info().project.use.launchOptions?.executablePath ?? chromium.executablePath();

test.beforeAll(async () => {
  if (!timed) return;
  // A stack that has just started composes its first editions.
  test.setTimeout(240_000);
  const busy = "the machine is busy: timings would say nothing about the page";
  await expect.poll(idleShare, { timeout: 180_000, message: busy }).toBeGreaterThanOrEqual(0.85);
});

/** The languages differ in their texts, which axe inspects in the tests of every page. */
const paths = timed || process.env["CHECK_ALL"] ? ["/?lang=fr", "/?lang=en"] : ["/?lang=fr"];

for (const path of paths) {
  test(`Lighthouse finds no problem at ${path}`, async ({ baseURL }) => {
    const measurements = [];
    for (let count = 0; count < runs; count += 1) {
      measurements.push(await measure(`${baseURL}${path}`, browserOf()));
    }
    process.stdout.write(`${path}: ${JSON.stringify(measurements)}\n`);
    expect(measurements.flatMap(problemsOf)).toEqual([]);
    if (timed) expect(timingProblems(measurements)).toEqual([]);
  });
}

test("measuring an unknown address fails with its status 404", async ({ baseURL }) => {
  test.skip(!timed, "report.test.ts rejects the report of a page that did not load");
  await expect(measure(`${baseURL}/nowhere`, browserOf())).rejects.toThrow("404");
});
