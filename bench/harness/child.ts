import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fieldsOfStat, freePort, isReachable } from "@matinale/dev-services";

export interface Child {
  name: string;
  port: number;
  pid: number;
  kill(): Promise<void>;
}

/** Killed when this process ends for any reason. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
// without a handler a signal ends the process without its "exit" event
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** @throws when nothing listens on the port within a minute */
export async function startChild(
  name: string,
  command: readonly [program: string, ...args: string[]],
  options: { port?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Child> {
  const port = options.port ?? (await freePort());
  const [program, ...args] = command;
  const child = spawn(program, args, {
    env: { NODE_ENV: "production", ...options.env, PORT: String(port) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const pid = child.pid ?? 0;
  running.add(child);
  child.once("exit", () => running.delete(child));
  for (
    const started = performance.now();
    !(await isReachable({ host: "127.0.0.1", port }));
    await pause(50)
  ) {
    if (child.exitCode !== null || performance.now() - started > 60_000) {
      await stop(child);
      throw new Error(`${name} did not start`);
    }
  }
  return { name, port, pid, kill: () => stop(child, "SIGKILL") };
}

export const stopChildren = () => Promise.all([...running].map((child) => stop(child)));

async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** Default of Linux kernels (sysconf(_SC_CLK_TCK)). */
const ticksPerSecond = 100;

/** @throws Error  when the process has exited */
const statOf = (pid: number): string[] => fieldsOfStat(readFileSync(`/proc/${pid}/stat`, "utf8"));

/** Processor time that a process, its threads and its ended children have used, in microseconds, to 10 ms. */
export function cpuMicros(pid: number): number {
  // utime, stime, cutime and cstime
  const ticks = statOf(pid).slice(11, 15).map(Number);
  return (ticks.reduce((sum, each) => sum + each, 0) * 1e6) / ticksPerSecond;
}

/** Reads /proc of a process that may have exited. */
const orZero = (read: () => number): number => {
  try {
    return read();
  } catch {
    return 0;
  }
};

/** Processor time of a process and its descendants, in microseconds. */
export function treeCpuMicros(root: number): number {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((pid) => [pid, orZero(() => Number(statOf(pid)[1]))]));
  const isInside = (pid: number): boolean =>
    pid === root || (pid > 1 && isInside(parents.get(pid) ?? 0));
  return pids.filter(isInside).reduce((sum, pid) => sum + orZero(() => cpuMicros(pid)), 0);
}

/** Resident memory now, and its peak since forgetPeak, in bytes (proc(5), VmRSS and VmHWM). */
export function memory(pid: number): { resident: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? Number.NaN) * 1024;
  return { resident: bytes("VmRSS"), peak: bytes("VmHWM") };
}

/** Resets the peak. The kernel tracks it, so no peak falls between two measurements (proc(5), clear_refs). */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");
