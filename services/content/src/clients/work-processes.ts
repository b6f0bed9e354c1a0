import pLimit from "p-limit";
import { Tinypool } from "tinypool";

/** Heap limit of a work process, in megabytes. */
const heap = 256;

/**
 * Runs CPU-bound work in child processes, which get no environment variables because they parse untrusted documents.
 * Threads would keep their memory in the service, and the gates of `bench/memory` would not hold.
 *
 * @param filename  a module that exports the work under `name`, by default the default export
 * @param options.maxProcesses  processes at the same time; more tasks wait in a queue
 * @param options.deadlineMs    for a task after its time in the queue, with the start of a process; then the process is
 *   killed
 * @param options.idleMs        after this time a process without work ends
 */
export function workProcesses<Task, Result>(
  filename: string,
  options: { name?: string; maxProcesses: number; deadlineMs: number; idleMs: number },
) {
  const { name = "default", maxProcesses, deadlineMs, idleMs } = options;
  const turn = pLimit(maxProcesses);
  const pool = new Tinypool({
    runtime: "child_process",
    serialization: "advanced",
    filename,
    name,
    minThreads: 0,
    maxThreads: maxProcesses,
    idleTimeout: idleMs,
    env: { NODE_OPTIONS: process.env["NODE_OPTIONS"] ?? "" },
    execArgv: [...process.execArgv, `--max-old-space-size=${heap}`],
  });
  // a process ended without a task: the next task starts another one
  pool.on("error", () => undefined);
  return {
    /** @throws when the work throws, when its process ends, or at the deadline */
    run: (task: Task): Promise<Result> =>
      turn(() => pool.run(task, { signal: AbortSignal.timeout(deadlineMs) })),
    close: () => pool.destroy(),
  };
}
