import { stripVTControlCharacters } from "node:util";

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

// vitest: "     Tests  1 failed | 24 passed (25)"; node:test: "ℹ pass 3" or "# pass 3"; playwright: "  3 passed (1.2m)"
const vitest = /^\s*Tests\s+(.*\(\d+\))\s*$/;
const node = /^(?:ℹ|#) (pass|fail) (\d+)\s*$/;
const playwright = /^\s+(\d+) (passed|failed)(?: \([\d.]+(?:ms|s|m|h)\))?\s*$/;

/** Numbers of passed and failed tests, from the summary that the test runner prints. */
export function countTests(output: string): TestCount {
  const count = { passed: 0, failed: 0 };
  for (const line of summaryLines(output)) {
    for (const [, number, outcome] of line.matchAll(/(\d+) (passed|failed)/g)) {
      if (outcome === "passed" || outcome === "failed") count[outcome] += Number(number);
    }
    const [, outcome, number] = node.exec(line) ?? [];
    if (outcome) count[outcome === "pass" ? "passed" : "failed"] += Number(number);
  }
  return count;
}

/** The summary lines of a test runner. */
export function summaryLines(output: string): string[] {
  return stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => vitest.test(line) || node.test(line) || playwright.test(line))
    .map((line) => line.trim());
}
