import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { afterAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { generatedFiles } from "./generated-files.ts";
import { prometheusConfig } from "./live/prometheus-config.ts";
import { generatedFolder, root } from "./places.ts";
import { prometheusProgram } from "./prometheus-tools.ts";
import { ruleTests } from "./rule-tests.ts";

const generated = join(root, generatedFolder);
const rulesFile = (name: string) => join(generated, "rules", `${name}.yaml`);
const rules = { objectives: rulesFile("objectives"), alerts: rulesFile("alerts") };
const folder = mkdtempSync(join(tmpdir(), "matinale-rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** @throws CommandFailed  with what promtool refuses */
const promtool = async (...args: readonly string[]): Promise<string> =>
  runCommand(await prometheusProgram("promtool"), args);

test("the generated files are up to date", () => {
  const wanted = generatedFiles();
  const paths = new Set([...globSync("*/*", { cwd: generated }), ...wanted.keys()]);
  const textOf = (path: string) =>
    existsSync(join(generated, path)) ? readFileSync(join(generated, path), "utf8") : undefined;
  const outdated = [...paths].filter((path) => textOf(path) !== wanted.get(path));
  expect(outdated, "run make gen").toEqual([]);
});

test("promtool accepts the rules", async () => {
  const checked = await promtool("check", "rules", ...Object.values(rules));
  expect(checked.match(/SUCCESS/g)).toHaveLength(Object.keys(rules).length);
});

test("Compose's Prometheus reads the generated rules, and promtool accepts its configuration", async () => {
  const compose = z.object({
    configs: z.object({ prometheus: z.object({ content: z.string() }) }),
  });
  const { configs } = compose.parse(parse(readFileSync(join(root, "docker-compose.yml"), "utf8")));
  const mounted = "/etc/prometheus/rules";
  const { content } = configs.prometheus;
  expect(content).toContain(`${mounted}/*.yaml`);
  const here = content.replace(mounted, join(generated, "rules"));
  expect(await promtool("check", "config", write("compose.yaml", here))).toContain("SUCCESS");
});

test("promtool accepts the configuration of make observe", async () => {
  const config = prometheusConfig({
    targets: [{ name: "gateway", metricsUrl: "http://127.0.0.1:8180/metrics" }],
    ruleFiles: [`${join(generated, "rules")}/*.yaml`],
    scrapeSeconds: 5,
  });
  expect(await promtool("check", "config", write("observe.yaml", config))).toContain("SUCCESS");
});

const ruleGroups = z.object({
  groups: z.array(z.looseObject({ rules: z.array(z.looseObject({ alert: z.string() })) })),
});

test("every alert fires in time, clears by itself and stays silent", async () => {
  const { groups } = ruleGroups.parse(parse(readFileSync(rules.alerts, "utf8")));
  /** The generated rule of one alert, in its group. */
  const ruleOf = (name: string) => ({
    groups: groups
      .map((group) => ({ ...group, rules: group.rules.filter(({ alert }) => alert === name) }))
      .filter((group) => group.rules.length > 0),
  });
  const files = ruleTests().map(({ name, alert, readsRecorded, tests }) => {
    const own = alert === null ? [] : [write(`${name}.rule.yaml`, stringify(ruleOf(alert)))];
    const rule_files = [...(readsRecorded ? [rules.objectives] : []), ...own];
    return write(`${name}.test.yaml`, stringify({ rule_files, evaluation_interval: "1m", tests }));
  });
  const done = await promtool("test", "rules", ...files);
  expect(done.match(/SUCCESS/g)).toHaveLength(files.length);
});
