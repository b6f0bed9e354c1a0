import { chromium } from "playwright/test";
import { problemsOf, problemsOfTimes } from "../lighthouse/judge.ts";
import { visit } from "../lighthouse/visit.ts";
import { expect, test } from "./fixtures.ts";

/** Times are only worth something where nothing else runs: `make lighthouse` asks for them. */
const timed = process.env["LIGHTHOUSE"] === "timed";
const visits = timed ? 3 : 1;

const browserOf = () =>
  test.info().project.use.launchOptions?.executablePath ?? chromium.executablePath();

for (const path of ["/?lang=fr", "/?lang=en"]) {
  test(`Lighthouse finds nothing to mend at ${path}`, async ({ baseURL }) => {
    const seen = [];
    for (let count = 0; count < visits; count += 1) {
      seen.push(await visit(`${baseURL}${path}`, browserOf()));
    }
    process.stdout.write(`${path}: ${JSON.stringify(seen)}\n`);
    expect(seen.flatMap(problemsOf)).toEqual([]);
    if (timed) expect(problemsOfTimes(seen)).toEqual([]);
  });
}

test("an address without a page is no page to measure", async ({ baseURL }) => {
  await expect(visit(`${baseURL}/nowhere`, browserOf())).rejects.toThrow("404");
});
