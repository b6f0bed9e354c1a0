import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { CommandFailed, runCommand } from "@matinale/dev-services";
import { ensureChromium } from "./chromium.ts";
import { root } from "../places.ts";
import { runAndShow, AlreadyShown } from "./run-and-show.ts";
import { countTests, summaryLines } from "./test-summary.ts";

interface Step {
  readonly name: string;
  /** Runs only when named: its timings need a machine that does nothing else. */
  readonly onlyByName?: boolean;
  /** @returns the output @throws Error  when the check fails */
  run(): Promise<string>;
}

const steps: readonly Step[] = [
  quiet("lint", "npm", ["run", "--silent", "lint"]),
  quiet("types", "npm", ["run", "--silent", "types"]),
  quiet("boundaries", "npm", ["run", "--silent", "boundaries"]),
  quiet("unused", "npm", ["run", "--silent", "unused"]),
  { name: "events", run: checkEvents },
  loud("rules", "node", ["observability/src/main.ts", "check"]),
  loud("chart", "node", ["dev/deploy-checks/src/main.ts", "chart"]),
  loud("images", "node", ["dev/deploy-checks/src/main.ts", "images"]),
  { name: "site", run: checkSite },
  loud("unit", "vitest", ["run", "--project", "unit", "--project", "web"]),
  loud("integration", "vitest", ["run", "--project", "integration"]),
  loud("counters", "npm", ["run", "--silent", "bench:smoke"]),
  { name: "e2e", run: () => inBrowser("test") },
  { name: "lighthouse", onlyByName: true, run: () => inBrowser("lighthouse") },
];

/** A check whose output is shown only when it fails. */
function quiet(name: string, command: string, args: readonly string[]): Step {
  return { name, run: () => runCommand(command, args, { cwd: root }) };
}

/** A check whose output is shown while it runs. */
function loud(name: string, command: string, args: readonly string[]): Step {
  return { name, run: () => runAndShow(command, args, process.env) };
}

/** Runs a script of the e2e workspace with the browser that its tests need. */
async function inBrowser(script: string): Promise<string> {
  const chromium = await ensureChromium((line) => process.stdout.write(`${line}\n`));
  const environment = { ...process.env, ...chromium };
  return runAndShow("npm", ["run", "--silent", script, "-w", "e2e"], environment);
}

/** Builds the site and checks the size budgets and the prerendered pages. */
async function checkSite(): Promise<string> {
  const outputs: string[] = [];
  for (const script of ["build", "size", "check-pages"]) {
    outputs.push(await runCommand("npm", ["run", "--silent", script, "-w", "web"], { cwd: root }));
  }
  return outputs.join("\n");
}

/** Checks the event contracts and compares the generated code with them. */
async function checkEvents(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-events-"));
  try {
    const generated = "packages/contracts/src/gen";
    await runCommand("buf", ["lint"], { cwd: root });
    const base = await runCommand("git", ["rev-parse", "--verify", "origin/main"], {
      cwd: root,
    }).catch(() => "HEAD");
    await runCommand("buf", ["breaking", "--against", `.git#ref=${base.trim()}`], { cwd: root });
    await runCommand("buf", ["generate", "-o", folder], { cwd: root });
    return await runCommand("diff", ["-r", join(folder, generated), join(root, generated)]).catch(
      (error: unknown) => {
        throw new Error(`the generated code differs from proto/, run make gen\n${String(error)}`);
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs all checks, or the named ones, one after the other, until one fails. */
export async function check(names: readonly string[]): Promise<void> {
  process.chdir(root);
  process.env["PATH"] =
    `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  const started = performance.now();
  const summaries: string[] = [];
  const total = { passed: 0, failed: 0 };
  let failed: string | undefined;
  const chosen = steps.filter(({ name, onlyByName }) =>
    names.length === 0 ? !onlyByName : names.includes(name),
  );
  for (const { name, run } of chosen) {
    const from = performance.now();
    process.stdout.write(`— ${name}\n`);
    const output = await run().catch((error: unknown) => {
      failed = name;
      const text = error instanceof CommandFailed ? error.output : String(error);
      if (!(error instanceof AlreadyShown)) process.stdout.write(`${text}\n`);
      return text;
    });
    const { passed, failed: broken } = countTests(output);
    total.passed += passed;
    total.failed += broken;
    summaries.push(...summaryLines(output).map((line) => `  ${name.padEnd(12)} ${line}`));
    process.stdout.write(`${failed ? "✗" : "✓"} ${name} (${seconds(from)})\n`);
    if (failed) break;
  }
  process.stdout.write(`\n${summaries.join("\n")}\n`);
  process.stdout.write(
    failed
      ? `\nFailed: ${failed}, after ${seconds(started)}\n`
      : `\nAll checks passed in ${seconds(started)}\n`,
  );
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = failed === undefined ? 0 : 1;
}

const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`;
