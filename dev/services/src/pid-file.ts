import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { identify, isRunning } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

export function writePidFile(file: string, pid: number): void {
  const identity = identify(pid);
  if (!identity) return; // already gone: its starter sees that by itself
  writeFileSync(`${file}.new`, `${identity.pid} ${identity.startedAt}\n`);
  renameSync(`${file}.new`, file);
}

/** The process a pid file names, if that very process still runs. */
export function runningProcess(file: string): ProcessIdentity | undefined {
  const identity = readIdentity(file);
  return identity && isRunning(identity) ? identity : undefined;
}

export interface StopOptions {
  readonly signal?: NodeJS.Signals;
  /** Milliseconds until SIGKILL. */
  readonly patience?: number;
}

/** Stops the process of a pid file and removes the file. Returns at once when it does not run. */
export async function stopByPidFile(
  file: string,
  { signal = "SIGTERM", patience = 15_000 }: StopOptions = {},
) {
  const running = runningProcess(file);
  if (running) await stopProcess(running, { signal, patience });
  rmSync(file, { force: true });
}

export async function stopProcess(
  identity: ProcessIdentity,
  { signal = "SIGTERM", patience = 15_000 }: StopOptions = {},
): Promise<void> {
  send(identity.pid, signal);
  const deadline = Date.now() + patience;
  while (isRunning(identity)) {
    if (Date.now() > deadline) {
      // Its whole process group: what it started must not outlive it.
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
    // It ended in the meantime.
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
