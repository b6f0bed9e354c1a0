import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { basename, dirname } from "node:path";

export function percentile(values: readonly number[], share: number): number {
  const all = values.toSorted((one, other) => one - other);
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => percentile(values, 0.5);

const printed: string[] = [];
export const print = (line: string): void => {
  printed.push(line);
  process.stdout.write(`${line}\n`);
};

const machine = (): string =>
  [
    `${availableParallelism()} × ${cpus()[0]?.model ?? "unknown processor"}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Linux ${release().split(/[-+]/)[0]}`,
    `Node ${process.versions.node}`,
    `load before ${loadBefore.toFixed(2)}`,
  ].join(", ");
const loadBefore = loadavg()[0] ?? 0;

const bench = basename(dirname(process.argv[1] ?? ""));
const resultFile = new URL(`../results/${bench}.txt`, import.meta.url);

/** Lines of the recorded run of this bench; none before the first one. */
export const recorded: readonly string[] = existsSync(resultFile)
  ? readFileSync(resultFile, "utf8").split("\n")
  : [];

/** Writes the printed lines to `bench/results/`. */
function record(): void {
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync(new URL(".", resultFile), { recursive: true });
  const text = `${bench}, ${day}\n${machine()}\n\n${printed.join("\n")}\n`;
  writeFileSync(resultFile, text);
}

/** Prints a gate with its measured value. The bench ends with exit code 1 when a gate fails. */
export function expect(what: string, holds: boolean): void {
  if (!holds) process.exitCode = 1;
  print(`${holds ? "ok  " : "FAIL"}  ${what}`);
}

if (process.argv.includes("--record")) process.once("beforeExit", record);
