import { spawn } from "node:child_process";
import { once } from "node:events";
import { CommandFailed } from "@matinale/dev-services";

/** Runs a program whose output is shown as it comes. @returns the output @throws CommandFailed with it */
export async function runAndListen(
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
  throw new ShownAlready(`${command} ended with ${code}`, output);
}

/** The output has been shown while it came. */
export class ShownAlready extends CommandFailed {}
