/** The answer of a work process to a task. */
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

// The service may be killed while this process works: sending the answer then fails, and the process ends.
process.on("message", (task) => {
  const done = answer(task);
  process.send?.(done, undefined, undefined, (error) => {
    if (error !== null) process.exit();
  });
});
