import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { CommandFailed, startTemporaryDevServices, type DevServices } from "@matinale/dev-services";
import { execa } from "execa";
import { CannotStart } from "../cannot-start.ts";
import { root } from "../places.ts";
import { runSteps } from "./run-steps.ts";
import { steps, type Step } from "./steps.ts";
import { readTestReport } from "./test-report.ts";

/**
 * Steps that run at the same time. More would make tests wait for a processor until they time out. The third gets the
 * time that the others leave.
 */
const lanes = Math.min(3, availableParallelism() + 1);
/** Time for a test runner to stop what it has started, in ms. */
const stopTimeoutMs = 60_000;

/**
 * Runs all checks, or the named ones, side by side. After a failure no other check starts and those that run are
 * interrupted. Ends with a summary and, after a failure, with exit code 1.
 *
 * @throws CannotStart  when a step does not exist
 */
export async function check(names: readonly string[]): Promise<void> {
  const chosen = chosenSteps(names);
  process.chdir(root);
  process.env["PATH"] =
    `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  const started = performance.now();
  const folder = await mkdtemp(join(tmpdir(), "matinale-check-"));
  const reportOf = ({ name }: Step) => join(folder, `${name}.json`);
  let services: Promise<DevServices> | undefined;
  // Ctrl-C in a terminal also reaches the running programs, which then end and fail their steps.
  process.on("SIGINT", () => undefined);
  try {
    const failed = await runSteps(chosen, lanes, async (step, signal) => {
      const from = performance.now();
      process.stdout.write(`— ${step.name}\n`);
      const print = printer(step.name, chosen.length > 1);
      try {
        await step.run({
          report: reportOf(step),
          print,
          show: (command, args, env) => show(command, args, env, print, signal),
          services: async () => (await (services ??= startTemporaryDevServices("check"))).env,
        });
      } catch (error) {
        if (!signal.aborted) for (const line of messageOf(error).split("\n")) print(line);
        process.stdout.write(
          `✗ ${step.name} (${signal.aborted ? "interrupted" : seconds(from)})\n`,
        );
        throw error;
      }
      process.stdout.write(`✓ ${step.name} (${seconds(from)})\n`);
    });
    const total = { passed: 0, failed: 0 };
    process.stdout.write("\n");
    for (const step of chosen) {
      const count = await readTestReport(reportOf(step));
      if (!count) continue;
      total.passed += count.passed;
      total.failed += count.failed;
      const failures = count.failed > 0 ? `${count.failed} failed | ` : "";
      process.stdout.write(`  ${step.name.padEnd(14)} ${failures}${count.passed} passed\n`);
      for (const failure of count.failures) process.stdout.write(`  ✗ ${failure}\n`);
    }
    const outcome = failed === undefined ? "All checks passed in" : `Failed: ${failed}, after`;
    process.stdout.write(`\n${outcome} ${seconds(started)}\n`);
    process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
    process.exitCode = failed === undefined ? 0 : 1;
  } finally {
    // services that did not start have failed the steps that need them
    await services?.then(
      (each) => each.stop(),
      () => undefined,
    );
    await rm(folder, { recursive: true, force: true });
  }
}

function chosenSteps(names: readonly string[]): Step[] {
  const known = steps.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new CannotStart(`no step ${unknown.join(", ")}; the steps are ${known.join(", ")}`);
  return steps.filter(({ name, onlyByName }) =>
    names.length === 0 ? !onlyByName : names.includes(name),
  );
}

/** Prints lines of a step, with its name where several steps print at the same time. */
const printer = (name: string, isOneOfMany: boolean) => (line: string) =>
  void process.stdout.write(isOneOfMany ? `${name.padEnd(13)} │ ${line}\n` : `${line}\n`);

/** When the signal is aborted, the program is interrupted like by Ctrl-C, so that it can stop what it has started. */
async function show(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv | undefined,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const color = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const child = execa(command, args, {
    env: { ...env, ...color },
    stdin: "ignore",
    all: true,
    buffer: false,
    cancelSignal: signal,
    killSignal: "SIGINT",
    forceKillAfterDelay: stopTimeoutMs,
  });
  for await (const line of child.iterable({ from: "all" })) print(line);
  await child;
}

const messageOf = (error: unknown): string => {
  if (error instanceof CommandFailed) return error.output;
  return error instanceof Error ? error.message : String(error);
};

const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`;
