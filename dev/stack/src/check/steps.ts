import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { root } from "../places.ts";
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

function vitest(context: StepContext, args: readonly string[], env?: NodeJS.ProcessEnv) {
  return context.show("vitest", ["run", ...args, ...reportersOf(context)], env);
}

const reportersOf = ({ report }: StepContext): string[] => [
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
];

const deployChecks = "dev/deploy-checks/src/";

/**
 * Tests of what deploys and observes the product, with helm, promtool and similar programs. They get the processor time
 * that tests with deadlines leave: the integration tests wait for a third of their time.
 */
const deployTests = (context: StepContext, ...folders: readonly string[]): Promise<void> => {
  const tests = ["run", ...project("deploy"), ...folders, ...reportersOf(context)];
  return context.show("nice", ["-n", "19", "vitest", ...tests]);
};

/** In the order of starting: quick ones first, then those that take longest. */
export const steps: readonly Step[] = [
  npmScript("lint"),
  npmScript("types"),
  npmScript("boundaries"),
  npmScript("unused"),
  { name: "contracts", run: checkContracts },
  {
    name: "integration",
    run: async (context) => vitest(context, project("integration"), await context.services()),
  },
  { name: "observability", run: (context) => deployTests(context, "observability/") },
  { name: "site", run: checkSite },
  {
    name: "chart",
    run: (context) =>
      deployTests(context, ...["chart/", "files/", "docs/"].map((folder) => deployChecks + folder)),
  },
  {
    name: "images",
    run: (context) =>
      unlessUnchanged("images", imageInputs, context.print, () =>
        deployTests(context, `${deployChecks}image/`),
      ),
  },
  // these have deadlines of their own, which a second step on two cores would break
  {
    name: "unit",
    after: ["integration"],
    run: (context) => vitest(context, project("unit", "web")),
  },
  { name: "e2e", after: ["site", "integration", "unit"], run: (context) => inBrowser(context, []) },
  {
    name: "bench-smoke",
    after: ["integration", "unit", "e2e"],
    run: ({ print, show, services }) =>
      unlessUnchanged("bench-smoke", benchInputs, print, async () =>
        show("node", ["bench/smoke.ts"], await services()),
      ),
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

async function checkSite(): Promise<void> {
  for (const script of ["build", "size", "check-pages"]) {
    await runCommand("npm", ["run", "-s", script, "-w", "web"], { cwd: root });
  }
}

/** Checks the event contracts and compares the generated code with them. */
async function checkContracts(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-contracts-"));
  const run = (command: string, ...args: string[]) => runCommand(command, args, { cwd: root });
  try {
    const generated = "packages/contracts/src/gen";
    await run("buf", "lint");
    const base = await run("git", "rev-parse", "--verify", "origin/main").catch(() => "HEAD");
    await run("buf", "breaking", "--against", `.git#ref=${base.trim()}`);
    await run("buf", "generate", "-o", folder);
    await run("diff", "-r", join(folder, generated), generated).catch((error: unknown) => {
      throw new Error(`the generated code differs from proto/, run make gen\n${String(error)}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
