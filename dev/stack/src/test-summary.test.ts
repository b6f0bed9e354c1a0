import { expect, test } from "vitest";
import { countTests, summaryLines } from "./test-summary.ts";

const vitest = ` Test Files  1 failed | 11 passed (12)
      \u001B[2mTests\u001B[22m  \u001B[31m2 failed\u001B[39m | \u001B[32m96 passed\u001B[39m (98)
   Duration  3.20s`;

test("vitest's tests are counted, not its files, colours or not", () => {
  expect(countTests(vitest)).toEqual({ passed: 96, failed: 2 });
  expect(summaryLines(vitest)).toEqual(["Tests  2 failed | 96 passed (98)"]);
});

test("playwright's and node:test's counts are understood", () => {
  expect(countTests("  1 failed\n    [chromium] › a.spec.ts\n  3 passed (12.1s)\n")).toEqual({
    passed: 3,
    failed: 1,
  });
  expect(countTests("ℹ tests 5\nℹ pass 4\nℹ fail 1\n")).toEqual({ passed: 4, failed: 1 });
});

test.each(["850ms", "12.1s", "1.2m", "1.0h"])("a run of %s is counted like any other", (time) => {
  expect(countTests(`\n  4 passed (${time})\n`)).toEqual({ passed: 4, failed: 0 });
});

test("a runner that says nothing counts for nothing", () => {
  expect(countTests("Segmentation fault\n")).toEqual({ passed: 0, failed: 0 });
});
