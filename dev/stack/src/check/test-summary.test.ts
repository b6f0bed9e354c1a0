import { expect, test } from "vitest";
import { countTests, summaryLines } from "./test-summary.ts";

const vitest = ` Test Files  1 failed | 11 passed (12)
      \u001B[2mTests\u001B[22m  \u001B[31m2 failed\u001B[39m | \u001B[32m96 passed\u001B[39m (98)
   Duration  3.20s`;

test("counts vitest's tests, not its files, with and without colours", () => {
  expect(countTests(vitest)).toEqual({ passed: 96, failed: 2 });
  expect(summaryLines(vitest)).toEqual(["Tests  2 failed | 96 passed (98)"]);
});

test("counts the tests of playwright and node:test", () => {
  expect(countTests("  1 failed\n    [chromium] › a.spec.ts\n  3 passed (12.1s)\n")).toEqual({
    passed: 3,
    failed: 1,
  });
  expect(countTests("ℹ tests 5\nℹ pass 4\nℹ fail 1\n")).toEqual({ passed: 4, failed: 1 });
});

test.each(["850ms", "12.1s", "1.2m", "1.0h"])("counts a run that took %s", (time) => {
  expect(countTests(`\n  4 passed (${time})\n`)).toEqual({ passed: 4, failed: 0 });
});

test("counts nothing without a summary", () => {
  expect(countTests("Segmentation fault\n")).toEqual({ passed: 0, failed: 0 });
});
