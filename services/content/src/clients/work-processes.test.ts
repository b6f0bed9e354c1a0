import { afterEach, expect, test } from "vitest";
import { workProcesses } from "./work-processes.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** @param body  body of a function with the parameter `task`, which runs in another process */
function processes(
  body: string,
  options: { maxProcesses?: number; deadlineMs?: number; idleMs?: number } = {},
) {
  const work = `data:text/javascript,export default (task) => { ${body} }`;
  const made = workProcesses<{ n: number }, number>(work, {
    maxProcesses: 1,
    deadlineMs: 30_000,
    idleMs: 30_000,
    ...options,
  });
  open.push(made);
  return made;
}

test("runs tasks one after the other in one child process", async () => {
  const { run } = processes("return task.n + process.pid");
  const [one, two] = await Promise.all([run({ n: 1 }), run({ n: 2 })]);
  expect(two).toBe(one + 1);
  expect(one).not.toBe(process.pid + 1);
});

test("fails only the task whose work throws or whose process ends", async () => {
  const { run } = processes(
    "if (task.n === 1) throw new RangeError('no'); if (task.n === 2) process.exit(1); return task.n",
  );
  const [thrown, ended, done] = await Promise.allSettled([1, 2, 3].map((n) => run({ n })));
  expect(thrown).toMatchObject({ reason: { name: "RangeError", message: "no" } });
  expect(ended).toMatchObject({ status: "rejected" });
  expect(done).toEqual({ status: "fulfilled", value: 3 });
});

test("ends a task at its deadline, and runs the next one", async () => {
  const { run } = processes("while (task.n === 1); return task.n", { deadlineMs: 4_000 });
  const [late, next] = await Promise.allSettled([run({ n: 1 }), run({ n: 2 })]);
  expect(late.status).toBe("rejected");
  expect(next).toEqual({ status: "fulfilled", value: 2 });
});

test("ends idle processes, and gives processes no environment variables", async () => {
  const body = "return task.n === 1 ? process.pid : Number('PATH' in process.env)";
  const { run } = processes(body, { idleMs: 0 });
  const pid = await run({ n: 1 });
  await expect.poll(() => alive(pid)).toBe(false);
  expect(await run({ n: 2 })).toBe(0);
});

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
