import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/** Below everything that answers people, high enough to go on while all cores are busy (setpriority(2)). */
const niceness = 10;
const tasks = "/proc/self/task";

/**
 * Lets the threads that hash passwords and read pictures stand back: else a rush of log-ins takes the
 * cores from every event loop on the machine. Linux has a priority for each thread; elsewhere nothing
 * changes. Call it when the workers exist, which is from the first hash on.
 */
export function makeWorkersModest(): void {
  if (process.platform !== "linux") return;
  for (const id of readdirSync(tasks).filter(isWorker)) setPriority(Number(id), niceness);
}

/** By the name that libuv gives its threads. */
function isWorker(id: string): boolean {
  try {
    return readFileSync(`${tasks}/${id}/comm`, "utf8").startsWith("libuv-worker");
  } catch {
    // the thread has ended since it was listed
    return false;
  }
}
