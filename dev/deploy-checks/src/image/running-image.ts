import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { isOk, send } from "@matinale/dev-services";
import { vi } from "vitest";
import type { Built } from "./dockerfile-runner.ts";

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
    const isReady = async () => {
      if (child.exitCode === null && !(await isOk(url))) throw new Error(`${url} is not ready`);
    };
    await vi.waitFor(isReady, { timeout: 90_000, interval: 200 });
    if (child.exitCode !== null) throw new Error("ended before it was ready");
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
    if (child.pid !== undefined) send(-child.pid, "SIGKILL");
  }
}
