import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeout?: number;
}

export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
  /** Standard output and error output of the program. */
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/** Runs a program to its end. @returns its standard output @throws CommandFailed  with the end of its error output */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { ...options, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        const lastLines = (stderr || stdout).trim().split("\n").slice(-8).join("\n  ");
        const message = `${command} ${args.slice(0, 3).join(" ")} failed: ${lastLines || error.message}`;
        reject(new CommandFailed(message, `${stdout}${stderr}` || error.message));
      },
    );
  });
}

export function findProgram(name: string, path = process.env["PATH"] ?? ""): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
      } catch {
        return false;
      }
    });
}
