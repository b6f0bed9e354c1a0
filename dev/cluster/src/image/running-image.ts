import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Built } from "./follow-recipe.ts";

const patienceMs = 90_000;

/** Starts what an image would start, waits until `url` answers 200, looks, and stops it as a cluster does. */
export async function whileRunning(
  { folder, env, command }: Built,
  options: { env: Record<string, string>; url: string; look: () => Promise<readonly string[]> },
): Promise<readonly string[]> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  const ended = once(child, "exit");
  try {
    await answering(options.url, () => child.exitCode !== null);
    const complaints = await options.look();
    child.kill("SIGTERM");
    const [code] = await Promise.race([ended, pause(30_000, ["nothing within 30 s"])]);
    return code === 0 ? complaints : [...complaints, `ends with ${code} after SIGTERM`];
  } catch (error) {
    throw new Error(`${String(error)}\n${said.join("").slice(-1500)}`, { cause: error });
  } finally {
    child.kill("SIGKILL");
  }
}

async function answering(url: string, dead: () => boolean): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (dead()) throw new Error("ended before it was ready");
    if (Date.now() > until) throw new Error(`${url} answers ${status || "nothing"}`);
    await pause(200);
  }
}
