import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { chartFolder, root } from "./places.ts";

const recordingRule = z.strictObject({ record: z.string(), expr: z.string() });
const alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["page", "ticket", "none"]), runbook: z.string() }),
  annotations: z.strictObject({
    summary: z.string(),
    description: z.string(),
    runbook_url: z.string(),
  }),
});

const read = (path: string): unknown => parse(readFileSync(join(root, path), "utf8"));
const file = z.object({
  groups: z.array(z.object({ rules: z.array(z.union([recordingRule, alert])) })),
});

const rules = globSync(`${chartFolder}/rules/*.yaml`, { cwd: root })
  .flatMap((path) => file.parse(read(path)).groups)
  .flatMap((group) => group.rules);
export const recordingRules = rules.filter((rule) => "record" in rule);
export const alerts = rules.filter((rule) => "alert" in rule);

/** The rule that records how many records wait for a consumer. */
export const waitingRecords = "matinale:consumer_lag:records";

const tests = z.object({
  tests: z.array(
    z.object({
      name: z.string(),
      input_series: z.array(z.object({ series: z.string() })).default([]),
      promql_expr_test: z.array(
        z.object({ expr: z.string(), exp_samples: z.array(z.unknown()).default([]) }),
      ),
    }),
  ),
});

/** promtool's tests of the rules. */
export const ruleTests = globSync("observability/tests/*.yaml", { cwd: root }).flatMap(
  (path) => tests.parse(read(path)).tests,
);
