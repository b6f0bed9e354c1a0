import { readFile } from "node:fs/promises";
import { z } from "zod";

/** Parts of the JSON reports of vitest and of Playwright. */
const report = z.union([
  z
    .object({ numPassedTests: z.number(), numFailedTests: z.number() })
    .transform(({ numPassedTests, numFailedTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
    })),
  z
    .object({
      stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
    })
    .transform(({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected })),
]);

/** Numbers of passed and failed tests in a report, or undefined when the step has written none. */
export async function readTestReport(file: string): Promise<z.infer<typeof report> | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : report.parse(JSON.parse(text));
}
