import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { isOk } from "@matinale/dev-services";
import type { Built } from "./dockerfile-runner.ts";

const timeoutMs = 90_000;

interface Running {
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  /** Runs while the program runs. */
  check?(): Promise<unknown>;
}

/**
 * Starts the command of an image, waits until `url` returns 2xx, runs the check and stops it with SIGTERM.
 *
 * @throws Error  when it does not start, when the check fails, or when it does not end with code 0 within 30 s
 */
export async function whileRunning(
  { folder, env, command }: Built,
  { env: own, url, check }: Running,
): Promise<void> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env, ...own },
    stdio: ["ignore", "pipe", "pipe"],
    // In its own process group, so that no child process outlives it.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "close");
  try {
    await waitUntilReady(url, () => child.exitCode !== null);
    await check?.();
    child.kill("SIGTERM");
    const [code] = await Promise.race([
      ended,
      pause(30_000, ["no exit code within 30 s"], { ref: false }),
    ]);
    if (code !== 0) throw new Error(`ends with ${code} after SIGTERM`);
  } catch (error) {
    throw new Error(`${String(error)}\n${output.slice(-1500)}`, { cause: error });
  } finally {
    endGroup(child);
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
}

async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isOk(url))) {
    if (hasEnded()) throw new Error("ended before it was ready");
    if (Date.now() > deadline) throw new Error(`${url} was not ready after ${timeoutMs / 1_000} s`);
    await pause(200);
  }
}
