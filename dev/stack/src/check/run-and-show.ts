import { spawn } from "node:child_process";
import { once } from "node:events";
import { CommandFailed } from "@matinale/dev-services";

/** Runs a program and shows its output at once. @returns the output @throws AlreadyShown  with the output */
export async function runAndShow(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const color = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const child = spawn(command, args, {
    env: { ...env, ...color },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, "close");
  if (code === 0) return output;
  throw new AlreadyShown(`${command} ended with exit code ${code}`, output);
}

/** A failed command whose output has already been shown. */
export class AlreadyShown extends CommandFailed {}
