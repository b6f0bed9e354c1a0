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
const rules = ["objectives", "alerts"].map((name) => join(generated, "rules", `${name}.yaml`));
const folder = mkdtempSync(join(tmpdir(), "matinale-rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file and has promtool read it. @throws CommandFailed  with what promtool refuses */
async function promtool(command: readonly string[], name: string, text: string): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, text);
  return runCommand(await prometheusProgram("promtool"), [...command, file]);
}

test("the generated files are up to date", () => {
  const wanted = generatedFiles();
  const paths = new Set([...globSync("*/*", { cwd: generated }), ...wanted.keys()]);
  const textOf = (path: string) =>
    existsSync(join(generated, path)) ? readFileSync(join(generated, path), "utf8") : undefined;
  const outdated = [...paths].filter((path) => textOf(path) !== wanted.get(path));
  expect(outdated, "run make gen").toEqual([]);
});

test("promtool accepts the rules", async () => {
  const checked = await runCommand(await prometheusProgram("promtool"), [
    "check",
    "rules",
    ...rules,
  ]);
  expect(checked.match(/SUCCESS/g)).toHaveLength(rules.length);
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
  expect(await promtool(["check", "config"], "compose.yaml", here)).toContain("SUCCESS");
});

test("promtool accepts the configuration of make observe", async () => {
  const config = prometheusConfig({
    targets: [{ name: "gateway", metricsUrl: "http://127.0.0.1:8180/metrics" }],
    ruleFiles: [`${join(generated, "rules")}/*.yaml`],
    scrapeSeconds: 5,
  });
  expect(await promtool(["check", "config"], "observe.yaml", config)).toContain("SUCCESS");
});

test("every alert fires in time, clears by itself and stays silent", async () => {
  const tests = stringify(ruleTests(rules));
  expect(await promtool(["test", "rules"], "tests.yaml", tests)).toContain("SUCCESS");
});
