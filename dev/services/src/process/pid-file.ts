import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { identify, isRunning } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

export function writePidFile(file: string, pid: number): void {
  const identity = identify(pid);
  if (!identity) return; // The process has ended already. Its starter notices that there is no pid file.
  writeFileSync(`${file}.new`, `${identity.pid} ${identity.startedAt}\n`);
  renameSync(`${file}.new`, file);
}

/** The process of a pid file, if it still runs. A later process with the same number does not count. */
export function runningProcess(file: string): ProcessIdentity | undefined {
  const identity = readIdentity(file);
  return identity && isRunning(identity) ? identity : undefined;
}

export interface StopOptions {
  readonly signal?: NodeJS.Signals;
  /** SIGKILL follows after this time, in ms. Default: 15 s. */
  readonly killAfterMs?: number;
}

/** Stops the process of a pid file and removes the file. Returns at once when the process does not run. */
export async function stopByPidFile(
  file: string,
  { signal = "SIGTERM", killAfterMs = 15_000 }: StopOptions = {},
) {
  const running = runningProcess(file);
  if (running) await stopProcess(running, { signal, killAfterMs });
  rmSync(file, { force: true });
}

export async function stopProcess(
  identity: ProcessIdentity,
  { signal = "SIGTERM", killAfterMs = 15_000 }: StopOptions = {},
): Promise<void> {
  send(identity.pid, signal);
  const deadline = Date.now() + killAfterMs;
  while (isRunning(identity)) {
    if (Date.now() > deadline) {
      // Kill the whole process group, so that no child process outlives it.
      send(-identity.pid, "SIGKILL");
      send(identity.pid, "SIGKILL");
    }
    await delay(25);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended in the meantime.
  }
}

function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    const [pid, startedAt] = readFileSync(file, "utf8").trim().split(" ");
    return pid && startedAt ? { pid: Number(pid), startedAt } : undefined;
  } catch {
    return undefined;
  }
}
