import { existsSync, mkdirSync, readdirSync, readlinkSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fieldsOfStat, readText, runningProcess, writePidFile } from "@matinale/dev-services";
import type { Places } from "../places.ts";
import { runningProcesses } from "./stop-everything.ts";

export const supervisorEntry = fileURLToPath(new URL("./supervisor.ts", import.meta.url));

/**
 * Restores pid files that were deleted while their processes were running, alone or with the whole folder. Without
 * them, `down` would leave these processes behind. A process belongs to this stack when its output is a log of its folder.
 * Only Linux shows that; elsewhere nothing is found.
 */
export function findLostProcesses(places: Places): void {
  if (process.platform !== "linux") return;
  const known = [...runningProcesses(places), runningProcess(places.supervisorPid)];
  const found = new Set(known.map((each) => each && logOf(each.pid)));
  // Ascending: a process comes before its child processes.
  for (const pid of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    const log = logOf(pid);
    const usual = log && !found.has(log) && leadsSession(pid) && pidFileFor(log, places);
    if (!usual) continue;
    found.add(log);
    // The supervisor may have started another one in its place.
    const pidFile = runningProcess(usual) ? `${usual}-${pid}.pid` : usual;
    mkdirSync(dirname(pidFile), { recursive: true });
    writePidFile(pidFile, pid);
    // When it started is not known: `up` takes its code for old and restarts it.
    utimesSync(pidFile, 0, 0);
  }
}

/** The file that the process writes its output into. */
function logOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/1`);
  } catch {
    return undefined; // It has ended in the meantime, or belongs to another user.
  }
}

/** The pid file of the process that writes this log; undefined for a log that is not of this stack. */
function pidFileFor(log: string, { logs, devServices, ...places }: Places): string | undefined {
  const name = basename(log.replace(/ \(deleted\)$/, ""), ".log");
  if (dirname(log) === logs)
    return name === "supervisor" ? places.supervisorPid : places.pidFile(name);
  if (dirname(log) !== join(devServices, "logs")) return undefined;
  if (name === "postgres") return join(devServices, "documentdb/postgres.pid");
  const gateway = join(devServices, "documentdb/gateway.pid");
  return name === "mongodb" && existsSync(dirname(gateway))
    ? gateway
    : join(devServices, name, "pid");
}

/** Whether it was started in a session of its own (field 6 of stat, proc(5)), unlike child processes of a service. */
function leadsSession(pid: number): boolean {
  return Number(fieldsOfStat(readText(`/proc/${pid}/stat`) ?? "")[3]) === pid;
}
