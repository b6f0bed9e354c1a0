import { mkdirSync, readdirSync, readFileSync, readlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runningProcess, writePidFile } from "@matinale/dev-services";
import type { Places } from "../places.ts";
import { entryOf, processNames } from "../processes.ts";

export const supervisorEntry = fileURLToPath(new URL("./supervisor.ts", import.meta.url));

/**
 * Restores pid files that were deleted while the supervisor, a service or the simulator was running. Without
 * them, `down` would leave these processes behind. A process belongs to this stack when its output is a log of its folder.
 * Only Linux shows that; elsewhere nothing is found.
 */
export function findLostProcesses(places: Places): void {
  if (process.platform !== "linux") return;
  const all = [
    { name: "supervisor", entry: supervisorEntry, pidFile: places.supervisorPid },
    ...processNames.map((name) => ({ name, entry: entryOf(name), pidFile: places.pidFile(name) })),
  ];
  const lost = all.filter(({ pidFile }) => runningProcess(pidFile) === undefined);
  if (lost.length === 0) return;
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const found = lost.find(({ name, entry }) =>
      runs(pid, entry, join(places.logs, `${name}.log`)),
    );
    if (found === undefined) continue;
    mkdirSync(places.pids, { recursive: true });
    writePidFile(found.pidFile, Number(pid));
    // When it started is not known: `up` takes its code for old and restarts it.
    utimesSync(found.pidFile, 0, 0);
  }
}

/** Child processes have the same output, but another program. */
function runs(pid: string, entry: string, logFile: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/fd/1`) !== logFile) return false;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(entry);
  } catch {
    return false; // It has ended in the meantime, or belongs to another user.
  }
}
