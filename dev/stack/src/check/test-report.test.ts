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
  [
    "vitest",
    {
      numTotalTestSuites: 12,
      numPassedTests: 96,
      numFailedTests: 1,
      testResults: [
        {
          assertionResults: [
            { fullName: "it adds", status: "passed", failureMessages: [] },
            {
              fullName: "it subtracts",
              status: "failed",
              failureMessages: ["\u001B[31mexpected 1\u001B[39m\n\n  to be 2"],
            },
          ],
        },
      ],
    },
  ],
  [
    "playwright",
    {
      stats: { expected: 95, flaky: 1, unexpected: 1, skipped: 4 },
      suites: [
        {
          specs: [{ title: "it adds", ok: true, tests: [{ results: [{ errors: [] }] }] }],
          suites: [
            {
              specs: [
                {
                  title: "it subtracts",
                  ok: false,
                  tests: [{ results: [{ errors: [{ message: "expected 1\n  to be 2" }] }] }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
])("counts the tests in a report of %s, and says why one failed", async (_, report) => {
  await writeFile(file, JSON.stringify(report));
  expect(await readTestReport(file)).toEqual({
    passed: 96,
    failed: 1,
    failures: ["it subtracts\n    expected 1\n      to be 2"],
  });
});

test("counts nothing without a report", async () => {
  expect(await readTestReport(file)).toBeUndefined();
});
