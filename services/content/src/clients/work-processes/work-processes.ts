import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import pLimit from "p-limit";
import type { Answer } from "./work-process.ts";

export type WorkProcesses<Task, Result> = {
  /** @throws when the work throws, when its process ends, or when it exceeds the deadline */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
};

/** Heap limit of a work process, in megabytes. */
const heap = 256;
const entry = join(import.meta.dirname, `work-process${extname(import.meta.filename)}`);

/**
 * Runs CPU-bound work in child processes. Threads could do this work too, but their memory stays with the service; a
 * process returns its memory when it ends.
 *
 * @param work  a module whose default export is the work
 * @param options.maxProcesses  processes at the same time; more tasks wait in a queue
 * @param options.deadline      milliseconds for a task after its time in the queue, with the start of a process; then the
 *   process is killed
 * @param options.idleMs        milliseconds after which a process without work ends
 */
export function workProcesses<Task extends object, Result>(
  work: URL,
  { maxProcesses, deadline, idleMs }: { maxProcesses: number; deadline: number; idleMs: number },
): WorkProcesses<Task, Result> {
  const turn = pLimit(maxProcesses);
  const running = new Set<ChildProcess>();
  const idle: ChildProcess[] = [];
  let idleEnd: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const { execArgv } = process;
    const started = fork(entry, [work.href], {
      serialization: "advanced",
      execArgv: [...execArgv, `--max-old-space-size=${heap}`],
      // these processes parse untrusted documents: they get no secrets
      env: { NODE_OPTIONS: process.env["NODE_OPTIONS"] },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    running.add(started);
    started.once("exit", () => {
      running.delete(started);
      if (idle.includes(started)) idle.splice(idle.indexOf(started), 1);
    });
    return started;
  }

  async function ask(child: ChildProcess, task: Task): Promise<Answer<Result>> {
    const listening = new AbortController();
    const answered = once(child, "message", listening);
    const ended = once(child, "exit", listening).then(() => {
      throw new Error("the work process ended");
    });
    try {
      child.send(task);
      const [answer] = await Promise.race([answered, ended]);
      return answer as Answer<Result>;
    } finally {
      listening.abort();
    }
  }

  const end = (children: readonly ChildProcess[]): void => {
    for (const child of children) child.kill("SIGKILL");
  };

  return {
    run: (task) =>
      turn(async () => {
        const child = idle.pop() ?? start();
        const late = setTimeout(() => end([child]), deadline);
        try {
          const answer = await ask(child, task);
          idle.push(child);
          clearTimeout(idleEnd);
          idleEnd = setTimeout(() => end(idle.splice(0)), idleMs).unref();
          if ("failure" in answer) throw new Error(answer.failure);
          return answer.result;
        } finally {
          clearTimeout(late);
        }
      }),
    close: async () => {
      clearTimeout(idleEnd);
      const ends = [...running].map((child) => once(child, "exit"));
      end([...running]);
      await Promise.all(ends);
    },
  };
}
