import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** What the tests of a step reported. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  /** Of each failed test: its title, then the first lines of each error. */
  readonly failures: readonly string[];
}

/** Lines that are kept of an error: what was expected, and the beginning of what came instead. */
const errorLines = 12;

const describe = (title: string, errors: readonly string[]): string =>
  [title, ...errors.flatMap((error) => linesOf(error).slice(0, errorLines))].join("\n    ");

const linesOf = (error: string): string[] =>
  stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim() !== "");

const vitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    testResults: z.array(
      z.object({
        assertionResults: z.array(
          z.object({
            fullName: z.string(),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    ),
  })
  .transform(({ numPassedTests, numFailedTests, testResults }): TestReport => ({
    passed: numPassedTests,
    failed: numFailedTests,
    failures: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => describe(fullName, failureMessages ?? [])),
  }));

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({ errors: z.array(z.object({ message: z.string().optional() })) }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const failuresOf = ({ specs, suites = [] }: z.infer<typeof playwrightSuite>): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
      return describe(
        title,
        errors.flatMap(({ message }) => message ?? []),
      );
    }),
  ...suites.flatMap(failuresOf),
];

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
    suites: z.array(playwrightSuite),
  })
  .transform(({ stats, suites }): TestReport => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap(failuresOf),
  }));

const report = z.union([vitestReport, playwrightReport]);

/** The JSON report of vitest or of Playwright in a file, or undefined when the step has written none. */
export async function readTestReport(file: string): Promise<TestReport | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : report.parse(JSON.parse(text));
}
