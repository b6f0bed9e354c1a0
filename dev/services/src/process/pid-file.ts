import { spawnSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fieldsOfStat } from "./proc-stat.ts";
import { readText } from "./read-text.ts";

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

interface StopOptions {
  readonly signal?: NodeJS.Signals;
  /** SIGKILL follows after this time, in ms. Default: 15 s. */
  readonly killAfterMs?: number;
}

/** Stops the process of a pid file and removes the file. Returns at once when the process does not run. */
export async function stopByPidFile(file: string, options?: StopOptions) {
  const running = runningProcess(file);
  if (running) await stopProcess(running, options);
  rmSync(file, { force: true });
}

/** @throws Error  when the process belongs to another user */
export async function stopProcess(
  identity: ProcessIdentity,
  { signal = "SIGTERM", killAfterMs = 15_000 }: StopOptions = {},
): Promise<void> {
  if (!send(identity.pid, signal))
    throw new Error(`process ${identity.pid} belongs to another user: stop it as that user`);
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

/**
 * Sends a signal to a process, or with a negative number to a process group.
 *
 * @returns false when it belongs to another user; true also when it has ended in the meantime
 */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EPERM");
  }
}

function readIdentity(file: string): ProcessIdentity | undefined {
  const [pid, startedAt] = readText(file)?.trim().split(" ") ?? [];
  return pid && startedAt ? { pid: Number(pid), startedAt } : undefined;
}

/** Identifies a process by pid and start time, because pids are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The kernel's start time: clock ticks since boot on Linux, ms since 1970 elsewhere. Has no space. */
  readonly startedAt: string;
}

/** The identity of a running process, or undefined when there is none. A zombie does not count as running. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === "linux" ? startTimeFromProc(pid) : startTimeFromPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** Field 22 of /proc/<pid>/stat (proc(5)). */
export function startTimeOf(stat: string): string | undefined {
  const fields = fieldsOfStat(stat);
  const state = fields[0];
  return state === "Z" || state === "X" ? undefined : fields[19];
}

function startTimeFromProc(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : startTimeOf(stat);
}

/** Many processes are checked at the same moment, and one `ps` costs about 10 ms. */
const psValidMs = 100;
let psTable = { readAt: Number.NEGATIVE_INFINITY, startTimes: new Map<number, string>() };

function startTimeFromPs(pid: number): string | undefined {
  // A process that the table does not know may be a new one.
  if (performance.now() - psTable.readAt > psValidMs || !psTable.startTimes.has(pid)) {
    // The output depends on language and time zone, which differ between terminals and the supervisor.
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,stat=,lstart="], {
      env,
      encoding: "utf8",
    });
    psTable = { readAt: performance.now(), startTimes: startTimesOf(stdout ?? "") };
  }
  return psTable.startTimes.get(pid);
}

/** Start times by process id, from the output of `ps` with the columns pid, stat and lstart in UTC. No zombies. */
export function startTimesOf(table: string): Map<number, string> {
  const rows = table.matchAll(/^ *(\d+) +([^Z\s]\S*) +(\S.*\S) *$/gm);
  return new Map(
    [...rows].map(([, pid, , startedAt]) => [Number(pid), String(Date.parse(`${startedAt} UTC`))]),
  );
}
