// node observability/src/main.ts gen | check
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { CommandFailed, runCommand } from "@matinale/dev-services";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { generatedFiles } from "./generated-files.ts";
import { prometheusConfig } from "./live/prometheus-config.ts";
import { generatedFolder, root } from "./places.ts";
import { prometheusProgram } from "./prometheus-tools.ts";
import { ruleTests } from "./rule-tests.ts";
import { alerts } from "./rules/index.ts";

const compose = z.object({
  configs: z.object({ prometheus: z.object({ content: z.string() }) }),
});
/** Where Compose's Prometheus finds the generated rules. */
const mounted = "/etc/prometheus/rules";

async function generate(): Promise<void> {
  const folder = join(root, generatedFolder);
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of generatedFiles()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Generated files in the chart that differ from the code. */
async function outdated(): Promise<string[]> {
  const folder = join(root, generatedFolder);
  const wanted = generatedFiles();
  const there = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const known = there.filter((path) => wanted.has(path));
  const texts = await Promise.all(known.map((path) => readFile(join(folder, path), "utf8")));
  const same = new Set(known.filter((path, index) => texts[index] === wanted.get(path)));
  return [...new Set([...there, ...wanted.keys()])].filter((path) => !same.has(path));
}

/** The configurations of Prometheus in Compose and in `make observe`; both read the generated rules. */
async function configurations(): Promise<Map<string, string>> {
  const rules = join(root, generatedFolder, "rules");
  const { configs } = compose.parse(
    parse(await readFile(join(root, "docker-compose.yml"), "utf8")),
  );
  const inside = configs.prometheus.content;
  if (!inside.includes(`${mounted}/*.yaml`))
    throw new Error(`docker-compose.yml: Prometheus reads no rules in ${mounted}`);
  const targets = [{ name: "gateway", metricsUrl: "http://127.0.0.1:8180/metrics" }];
  return new Map([
    ["compose.yaml", inside.replace(mounted, rules)],
    [
      "observe.yaml",
      prometheusConfig({ targets, ruleFiles: [`${rules}/*.yaml`], scrapeSeconds: 5 }),
    ],
  ]);
}

/** promtool checks the rules and the configurations, and runs the samples of each alert. */
async function check(): Promise<void> {
  const old = await outdated();
  if (old.length > 0) {
    throw new Error(`generated files are out of date, run make gen: ${old.join(", ")}`);
  }
  const promtool = await prometheusProgram("promtool");
  const rules = ["objectives", "alerts"].map((name) =>
    join(root, generatedFolder, "rules", `${name}.yaml`),
  );
  await runCommand(promtool, ["check", "rules", ...rules]);
  const folder = await mkdtemp(join(tmpdir(), "matinale-rules-"));
  try {
    for (const [name, text] of await configurations()) {
      await writeFile(join(folder, name), text);
      await runCommand(promtool, ["check", "config", join(folder, name)]);
    }
    const file = join(folder, "tests.yaml");
    await writeFile(file, stringify(ruleTests(rules)));
    await runCommand(promtool, ["test", "rules", file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(
    `  ${alerts.length} alerts fire in time, clear by themselves and stay silent\n`,
  );
}

const commands: Readonly<Record<string, () => Promise<void>>> = { gen: generate, check };
const command = process.argv[2] ?? "";
const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!run) {
  process.stderr.write(
    `unknown command "${command}"; there are ${Object.keys(commands).join(", ")}\n`,
  );
  process.exit(1);
}
try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof CommandFailed ? error.output : String(error)}\n`);
  process.exitCode = 1;
}
