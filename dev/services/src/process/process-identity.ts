import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Identifies a process by pid and start time, because pids are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The kernel's start time: clock ticks since boot on Linux, `ps`'s start date elsewhere. */
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

/**
 * Field 22 of /proc/<pid>/stat (proc(5)). The command name in field 2 may hold spaces and brackets, so fields are
 * counted from the last closing bracket.
 */
export function startTimeOf(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0];
  return state === "Z" || state === "X" ? undefined : fields[19];
}

function startTimeFromProc(pid: number): string | undefined {
  try {
    return startTimeOf(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined; // no such process
  }
}

function startTimeFromPs(pid: number): string | undefined {
  const { status, stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() || undefined : undefined;
}
