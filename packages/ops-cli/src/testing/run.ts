import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Runs a command line of the CLI with these variables and no others. */
export const run = (line: string, env: Record<string, string> = {}) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, ...line.split(" ")], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
