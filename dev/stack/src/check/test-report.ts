import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite } from "playwright/types/testReporter";
import type { JsonTestResults } from "vitest/node";

/** Lines that are kept of an error: what was expected, and the beginning of what came instead. */
const errorLines = 12;

/** The title of a failed test, then the first lines of each error. */
const describe = (title: string, errors: readonly (string | undefined)[]): string =>
  [title, ...errors.flatMap((error = "") => linesOf(error).slice(0, errorLines))].join("\n    ");

const linesOf = (error: string): string[] =>
  stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim() !== "");

const ofVitest = ({ numPassedTests, numFailedTests, testResults }: JsonTestResults) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  failures: testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => describe(fullName, failureMessages ?? [])),
});

const failuresIn = ({ specs, suites = [] }: JSONReportSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
      return describe(
        title,
        errors.map(({ message }) => message),
      );
    }),
  ...suites.flatMap(failuresIn),
];

const ofPlaywright = ({ stats, suites }: JSONReport) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  failures: suites.flatMap(failuresIn),
});

/** What the JSON report of vitest or of Playwright says; undefined when the step has written none. */
export async function readTestReport(file: string) {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const report: JsonTestResults | JSONReport = JSON.parse(text);
  return "stats" in report ? ofPlaywright(report) : ofVitest(report);
}
