import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import type { Answer } from "./work-process.ts";

export type WorkProcesses<Task, Result> = {
  /** @throws when the work does, when its process ends, or when it takes longer than its deadline */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
};

/** Heap limit of a work process, in megabytes. */
const heap = 256;
const entry = fileURLToPath(new URL("work-process.ts", import.meta.url));

/**
 * Processor-bound work in processes of its own. Threads would do the work as well, but the memory that they
 * take stays with the service; a process returns it when it ends.
 *
 * @param work  a module whose default export is the work
 * @param options.most      processes at the same time; a task beyond waits for its turn
 * @param options.deadline  milliseconds for a task from its turn on, a process's start included; then its process is ended
 * @param options.idleMs    a process without work ends after so many milliseconds
 */
export function workProcesses<Task extends object, Result>(
  work: URL,
  { most, deadline, idleMs }: { most: number; deadline: number; idleMs: number },
): WorkProcesses<Task, Result> {
  const turn = pLimit(most);
  const running = new Set<ChildProcess>();
  const idle: ChildProcess[] = [];
  let idleEnd: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const { execArgv } = process;
    const started = fork(entry, [work.href], {
      serialization: "advanced",
      execArgv: [...execArgv, `--max-old-space-size=${heap}`],
      // these processes parse untrusted documents: they get no secrets
      env: {},
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
    const settled = new AbortController();
    const answered = once(child, "message", settled);
    const ended = once(child, "exit", settled).then(() => {
      throw new Error("the process of the work ended");
    });
    try {
      child.send(task);
      const [answer] = await Promise.race([answered, ended]);
      return answer as Answer<Result>;
    } finally {
      settled.abort();
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
