import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { root } from "../places.ts";
import { onBuiltWeb } from "../web-build.ts";
import { ensureChromium } from "./chromium.ts";
import { benchInputs, imageInputs, unlessUnchanged } from "./inputs.ts";

/** What a step gets from the run that it belongs to. */
export interface StepContext {
  /** File into which the step's test runner writes its JSON report. */
  readonly report: string;
  /** Prints a line under the step's name. */
  print(line: string): void;
  /** Runs a program in the repository and shows its output. @throws Error  when it fails */
  show(command: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<void>;
  /** Variables with the URLs of Kafka, MongoDB and Redis, which all steps share. The first call starts them. */
  services(): Promise<NodeJS.ProcessEnv>;
}

export interface Step {
  readonly name: string;
  /** Steps that must have passed before, if they run at all. */
  readonly after?: readonly string[];
  /** Runs only when named: its timings need a machine that does nothing else. */
  readonly onlyByName?: boolean;
  run(context: StepContext): Promise<void>;
}

const project = (...names: readonly string[]): string[] =>
  names.flatMap((name) => ["--project", name]);

/**
 * Runs tests with Vitest.
 *
 * @param niceness  0 to 19: at 19 they get the processor time that another step leaves
 */
function vitest(
  { show, report }: StepContext,
  args: readonly string[],
  { niceness = 0, env }: { niceness?: number; env?: NodeJS.ProcessEnv | undefined } = {},
): Promise<void> {
  const reporters = ["default", "json"].map((reporter) => `--reporter=${reporter}`);
  const tests = ["run", ...args, ...reporters, `--outputFile.json=${report}`];
  return show("nice", ["-n", String(niceness), "vitest", ...tests], env);
}

const deployChecks = "dev/deploy-checks/src/";

/**
 * Tests of what deploys and observes the product, with helm, promtool and similar programs. They run beside the
 * integration tests, which wait for a third of their time and have deadlines.
 */
const deployTests = (
  context: StepContext,
  folders: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<void> => vitest(context, [...project("deploy"), ...folders], { niceness: 19, env });

/** In the order of starting: quick ones first, then those that take longest. */
export const steps: readonly Step[] = [
  npmScript("lint"),
  npmScript("types"),
  npmScript("boundaries"),
  npmScript("unused"),
  { name: "contracts", run: checkContracts },
  {
    name: "integration",
    run: async (context) =>
      vitest(context, project("integration"), { env: await context.services() }),
  },
  { name: "observability", run: (context) => deployTests(context, ["observability/"]) },
  { name: "site", run: checkSite },
  {
    name: "chart",
    run: (context) =>
      deployTests(
        context,
        ["chart/", "files/", "docs/"].map((folder) => deployChecks + folder),
      ),
  },
  {
    name: "images",
    run: (context) =>
      unlessUnchanged("images", imageInputs, context.print, async () =>
        deployTests(context, [`${deployChecks}image/`], await context.services()),
      ),
  },
  {
    name: "bench-smoke",
    after: ["integration"],
    run: ({ print, show, services }) =>
      unlessUnchanged("bench-smoke", benchInputs, print, async () =>
        show("node", ["bench/smoke.ts"], await services()),
      ),
  },
  // beside the integration tests and the benches, in the time in which they wait
  {
    name: "unit",
    run: (context) => vitest(context, project("unit", "web"), { niceness: 10 }),
  },
  // beside nothing but what is left of steps of a low priority: on two cores, others would break its deadlines
  {
    name: "e2e",
    after: ["site", "integration", "bench-smoke"],
    run: (context) => inBrowser(context, []),
  },
  {
    name: "faults",
    after: ["site"],
    onlyByName: true,
    run: (context) => inBrowser(context, ["--project=faults"], { FAULTS: "1" }),
  },
  {
    name: "lighthouse",
    after: ["site"],
    onlyByName: true,
    run: (context) =>
      inBrowser(
        context,
        // two pages at the same time would slow each other down
        ["--project=tests", "--workers=1", "tests/lighthouse.spec.ts"],
        { LIGHTHOUSE: "timed" },
        { complete: true },
      ),
  },
];

/** An npm script of the repository whose output is shown only when it fails. */
function npmScript(name: string): Step {
  const run = async () => void (await runCommand("npm", ["run", "-s", name], { cwd: root }));
  return { name, run };
}

async function inBrowser(
  { show, print, report }: StepContext,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  browser: { complete?: boolean } = {},
): Promise<void> {
  const chromium = await ensureChromium(print, browser);
  const config = ["test", "--config=e2e/playwright.config.ts", "--reporter=list,json"];
  const variables = { ...env, ...chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  await show("playwright", [...config, ...args], variables);
}

function checkSite(): Promise<void> {
  return onBuiltWeb(async () => {
    for (const script of ["build", "size", "check-pages"]) {
      await runCommand("npm", ["run", "-s", script, "-w", "web"], { cwd: root });
    }
  });
}

/** Checks the event contracts and compares the generated code with them. */
async function checkContracts({ print }: StepContext): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-contracts-"));
  const run = (command: string, ...args: string[]) => runCommand(command, args, { cwd: root });
  try {
    const generated = "packages/contracts/src/gen";
    await run("buf", "lint");
    const commit = (name: string) => run("git", "rev-parse", "--verify", name);
    const base = await commit("origin/main").catch(() => commit("HEAD").catch(() => undefined));
    // a downloaded archive has no history
    if (base === undefined) print("git knows no commit: proto/ is compared with no former version");
    else await run("buf", "breaking", "--against", `.git#ref=${base.trim()}`);
    await run("buf", "generate", "-o", folder);
    await run("diff", "-r", join(folder, generated), generated).catch((error: unknown) => {
      throw new Error(`the generated code differs from proto/, run make gen\n${String(error)}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
