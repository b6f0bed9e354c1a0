import type { Step } from "./steps.ts";

type StepOrder = Pick<Step, "name" | "after">;

/**
 * Runs steps in their order, at most `lanes` at the same time. A step waits until those of its `after` list that are
 * among the steps have passed. After a failure no step starts, and the signal of those that run is aborted.
 *
 * @returns the name of the step that failed first
 */
export async function runSteps<S extends StepOrder>(
  steps: readonly S[],
  lanes: number,
  run: (step: S, signal: AbortSignal) => Promise<void>,
): Promise<string | undefined> {
  const stop = new AbortController();
  const waiting = [...steps];
  const running = new Map<string, Promise<void>>();
  const isUnfinished = (name: string) =>
    running.has(name) || waiting.some((step) => step.name === name);
  let failed: string | undefined;

  const start = (step: S): void => {
    waiting.splice(waiting.indexOf(step), 1);
    const end = run(step, stop.signal)
      .catch(() => {
        failed ??= step.name;
        stop.abort();
      })
      .finally(() => running.delete(step.name));
    running.set(step.name, end);
  };
  for (;;) {
    const next =
      failed === undefined && running.size < lanes
        ? waiting.find(({ after = [] }) => !after.some(isUnfinished))
        : undefined;
    if (next) start(next);
    else if (running.size > 0) await Promise.race(running.values());
    else return failed;
  }
}
