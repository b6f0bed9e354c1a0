import { fileURLToPath } from "node:url";
import { runProgram } from "@matinale/kit/testing";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Runs a command line of the CLI with these variables and no others. */
export const run = (line: string, env: Record<string, string> = {}) =>
  runProgram(main, line.split(" "), env);
