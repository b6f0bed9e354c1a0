import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readTestReport } from "./test-report.ts";

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), "report.json");
});

test.each([
  ["vitest", { numTotalTestSuites: 12, numPassedTests: 96, numFailedTests: 2 }],
  ["playwright", { stats: { expected: 95, flaky: 1, unexpected: 2, skipped: 4 } }],
])("counts the tests in a report of %s", async (_, report) => {
  await writeFile(file, JSON.stringify(report));
  expect(await readTestReport(file)).toEqual({ passed: 96, failed: 2 });
});

test("counts nothing without a report", async () => {
  expect(await readTestReport(file)).toBeUndefined();
});
