import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { portOwner } from "../../dev/stack/src/ports/port-owner.ts";
import { root } from "../../dev/stack/src/places.ts";
import type { Stack } from "../../dev/stack/src/stack-file.ts";
import { ownStack } from "../stack/own-stack.ts";
import { afterUp, runningStack } from "../stack/running-stack.ts";
import { expect, test } from "./fixtures.ts";

// `make up`, repairs and `make down`, on the stack of all these tests. Runs last: the tests kill and stop its processes.

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** A variable of this process names the folder of the stack. The stack's own processes do not get it. */
const { STACK_FILE: stackFile = "", ...inherited } = process.env;
const folder = dirname(stackFile);

function make(command: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, "dev/stack/src/main.ts"), command],
      { env: { ...inherited, ...ownStack(folder), ...env } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

const stack = () => runningStack(stackFile);
/** The processes that listen on a port: services and natively running Kafka, MongoDB and Redis. */
const listeners = ({ services, backing }: Stack) => [
  ...services,
  ...Object.values(backing).filter(({ engine }) => engine.endsWith("(native)")),
];
const portOf = (url: string) => Number(/:(\d+)(\/|$)/.exec(url)?.[1]);
const ownerOf = (url: string) => portOwner(portOf(url))?.pid;
const pidOf = (name: string) => stack().services.find((service) => service.name === name)?.pid;
const environments = async () => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")));
};

const supervisor = async () =>
  Number((await readFile(join(folder, "supervisor.pid"), "utf8")).split(" ")[0]);

const supervisorLog = () => readFile(join(folder, "logs/supervisor.log"), "utf8");

test("up delivered a digest to the demo account", async () => {
  expect(await afterUp()).toMatch(
    /On the demo phone: a digest of \d+ stories, with [1-9]\d* seconds/,
  );
});

test("stack.json contains the processes that listen on the ports", () => {
  for (const { pid, url } of listeners(stack())) expect([url, ownerOf(url)]).toEqual([url, pid]);
  const names = stack().services.map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    "billing",
    "content",
    "delivery",
    "gateway",
    "identity",
    "preferences",
  ]);
});

test("a second up changes nothing", async () => {
  const before = stack();
  const { code, output } = await make("up");
  expect([code, stack()]).toEqual([0, before]);
  expect(output).toContain("up already");
});

test("up restarts the processes whose code has changed since their start, and no others", async () => {
  const before = stack();
  const makeOld = (file: string) => utimes(join(folder, file), new Date(0), new Date(0));
  await makeOld("pids/preferences.pid");
  await makeOld("site/pages/index.json");
  const { code, output } = await make("up", { APP_PORT: "", PHONE_PORT: "" });
  expect(code, output).toBe(0);
  expect(output).toContain("The code has changed: restarting gateway, preferences\n");
  expect([stack().app, stack().phone]).toEqual([before.app, before.phone]);
  for (const { name, pid, url } of before.services) {
    const isRestarted = name === "gateway" || name === "preferences";
    expect([name, pidOf(name) !== pid]).toEqual([name, isRestarted]);
    expect(ownerOf(url)).toBe(pidOf(name));
  }
  expect((await make("up")).output).toContain("up already");
});

test("killed processes are restarted on the same ports", async () => {
  const victims = listeners(stack());
  for (const { pid } of victims) if (pid !== undefined) process.kill(pid, "SIGKILL");
  await expect(async () => {
    const after = listeners(stack());
    expect(after.map(({ url }) => url)).toEqual(victims.map(({ url }) => url));
    for (const [i, { pid, url }] of after.entries()) {
      expect(pid).not.toBe(victims[i]?.pid);
      expect(ownerOf(url)).toBe(pid);
    }
    // The next test kills the supervisor, which restarts services that find no database at their start.
    for (const { metricsUrl } of stack().services) {
      expect((await fetch(metricsUrl.replace("/metrics", "/readyz"))).status).toBe(200);
    }
  }).toPass({ timeout: 60_000, intervals: [250] });
});

test("up repairs a stack whose supervisor and a service are gone", async () => {
  const before = stack();
  process.kill(await supervisor(), "SIGKILL");
  const content = before.services.find(({ name }) => name === "content");
  if (!content) throw new Error("there is no service content");
  process.kill(content.pid, "SIGKILL");
  const { code, output } = await make("up");
  expect(code, output).toBe(0);
  const others = ({ services }: Stack) => services.filter(({ name }) => name !== "content");
  expect(others(stack())).toEqual(others(before));
  expect(ownerOf(content.url)).toBe(pidOf("content"));
});

test("up starts everything again while the stack is stopping", async () => {
  test.setTimeout(240_000);
  const before = stack();
  // before that, a signal ends the supervisor at once
  await expect.poll(supervisorLog).toMatch(/watching all processes\n$/);
  process.kill(await supervisor(), "SIGTERM");
  const { code, output } = await make("up");
  expect(code, output).toBe(0);
  expect(output).not.toContain("up already");
  expect([stack().app, stack().phone]).toEqual([before.app, before.phone]);
  for (const { pid, url } of listeners(stack())) expect([url, ownerOf(url)]).toEqual([url, pid]);
});

test("a taken port is an error with its owner, and no process is left", async () => {
  const port = portOf(stack().app);
  const other = await mkdtemp(join(tmpdir(), "matinale-other-"));
  const { code, output } = await make("up", { RUN_FOLDER: other, APP_PORT: String(port) });
  expect(code).toBe(1);
  expect(output).toContain(`port ${port} is taken by process ${pidOf("gateway")} (`);
  expect((await environments()).filter((environment) => environment.includes(other))).toEqual([]);
  await rm(other, { recursive: true });
});

test("down leaves no process", async () => {
  const running = stack();
  const { code, output } = await make("down");
  expect(code, output).toBe(0);
  for (const { url } of listeners(running)) expect(ownerOf(url)).toBeUndefined();
  const named = (await environments()).filter((environment) => environment.includes(folder));
  expect(named.filter((environment) => !environment.includes("STACK_FILE="))).toEqual([]);
});
