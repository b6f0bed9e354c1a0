import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/** Lower priority than the event loops, and still some progress while all cores are busy (setpriority(2)). */
const niceness = 10;
const tasks = "/proc/self/task";

/**
 * Lowers the priority of libuv's worker threads, which hash passwords and decode pictures: otherwise many
 * log-ins at once would delay every event loop on the machine. Linux has a priority for each thread; on other
 * systems nothing changes. Call it after the first hash, when the threads exist.
 */
export function lowerWorkerPriority(): void {
  if (process.platform !== "linux") return;
  for (const id of readdirSync(tasks).filter(isWorker)) setPriority(Number(id), niceness);
}

/** Recognises libuv's threads by their name. */
function isWorker(id: string): boolean {
  try {
    return readFileSync(`${tasks}/${id}/comm`, "utf8").startsWith("libuv-worker");
  } catch {
    // the thread has ended since it was listed
    return false;
  }
}
