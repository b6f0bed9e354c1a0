/** What a process of `workProcesses` says to a task. */
export type Answer<Result> = { result: Result } | { failure: string };

const { default: work } = (await import(process.argv[2] ?? "")) as {
  default: (task: unknown) => unknown;
};

function answer(task: unknown): Answer<unknown> {
  try {
    return { result: work(task) };
  } catch (error) {
    return { failure: String(error) };
  }
}

// a process that nobody can hear any more has nothing left to do, and ends
process.on("message", (task) => process.send?.(answer(task)));
