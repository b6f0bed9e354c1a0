import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTestReport } from "./test-report.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinale-report-"));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ["vitest", { numTotalTestSuites: 12, numPassedTests: 96, numFailedTests: 2 }],
  ["playwright", { stats: { expected: 95, flaky: 1, unexpected: 2, skipped: 4 } }],
  ["dev/deploy-checks", { passed: 96, failed: 2 }],
])("counts the tests in a report of %s", async (_, report) => {
  await writeFile(join(folder, "report.json"), JSON.stringify(report));
  expect(await readTestReport(join(folder, "report.json"))).toEqual({ passed: 96, failed: 2 });
});

test("counts nothing without a report", async () => {
  expect(await readTestReport(join(folder, "report.json"))).toBeUndefined();
});
