import { readdirSync, readFileSync } from "node:fs";
import { cpuMicros } from "./child.ts";

const parentOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
};

/** Reads /proc of a process that may have exited. */
const orElse = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

/** Processor time of a process and its descendants, in microseconds. */
export function treeCpuMicros(root: number): number {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((pid) => [pid, orElse(() => parentOf(pid), 0)]));
  const below = (pid: number): boolean => {
    for (
      let each: number | undefined = pid;
      each !== undefined && each > 1;
      each = parents.get(each)
    ) {
      if (each === root) return true;
    }
    return false;
  };
  return pids.filter(below).reduce((sum, pid) => sum + orElse(() => cpuMicros(pid), 0), 0);
}
