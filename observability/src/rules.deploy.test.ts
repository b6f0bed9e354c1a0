import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { prometheusConfig } from "./live/prometheus-config.ts";
import { chartFolder, root } from "./places.ts";
import { prometheusProgram } from "./prometheus-tools.ts";

const rulesFolder = join(root, chartFolder, "rules");
const rules = globSync(join(rulesFolder, "*.yaml"));
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

test("promtool accepts the rules", async () => {
  const checked = await promtool("check", "rules", ...rules);
  expect(checked.match(/SUCCESS/g)).toHaveLength(rules.length);
});

test("Compose's Prometheus reads the rules, and promtool accepts its configuration", async () => {
  const compose = z.object({
    configs: z.object({ prometheus: z.object({ content: z.string() }) }),
  });
  const { configs } = compose.parse(parse(readFileSync(join(root, "docker-compose.yml"), "utf8")));
  const mounted = "/etc/prometheus/rules";
  const { content } = configs.prometheus;
  expect(content).toContain(`${mounted}/*.yaml`);
  const here = content.replace(mounted, rulesFolder);
  expect(await promtool("check", "config", write("compose.yaml", here))).toContain("SUCCESS");
});

test("promtool accepts the configuration of make observe", async () => {
  const config = prometheusConfig({
    targets: [{ name: "gateway", metricsUrl: "http://127.0.0.1:8180/metrics" }],
    ruleFiles: [`${rulesFolder}/*.yaml`],
    scrapeSeconds: 5,
  });
  expect(await promtool("check", "config", write("observe.yaml", config))).toContain("SUCCESS");
});

test("every alert fires in time, clears by itself and stays silent", async () => {
  const files = globSync(join(root, "observability/tests/*.yaml"));
  const done = await promtool("test", "rules", ...files);
  expect(done.match(/SUCCESS/g)).toHaveLength(files.length);
});
