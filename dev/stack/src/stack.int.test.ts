import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { portOwner } from "./ports/port-owner.ts";
import { root } from "./places.ts";
import { readStack } from "./stack-file.ts";
import type { Stack } from "./stack-file.ts";

interface Outcome {
  readonly code: number;
  readonly output: string;
}

// A separate stack with its own Kafka, MongoDB and Redis, in another folder and on other ports.
const isolated = {
  BACKING: "native",
  KAFKA_BROKERS: "",
  MONGODB_URI: "",
  REDIS_URL: "",
  APP_PORT: "0",
  PHONE_PORT: "0",
};

function make(command: string, folder: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, "dev/stack/src/main.ts"), command],
      { env: { ...process.env, ...isolated, ...env, RUN_FOLDER: folder } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

let folder: string;
const stack = (): Stack => readStack(join(folder, "stack.json"))!;
const listeners = ({ services, backing }: Stack) => [...services, ...Object.values(backing)];
const portOf = (url: string) => Number(/:(\d+)(\/|$)/.exec(url)![1]);
const environments = async () => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")));
};

let started: Outcome;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinale-stack-"));
  started = await make("up", folder);
}, 240_000);
afterAll(async () => {
  await make("down", folder);
  await rm(folder, { recursive: true });
}, 60_000);

test("up delivers a digest to the demo account", () => {
  expect(started.output).toMatch(
    /On the demo phone: a digest of \d+ stories, with [1-9]\d* seconds/,
  );
  expect(started.code).toBe(0);
});

test("stack.json contains the processes that listen on the ports", () => {
  for (const { pid, url } of listeners(stack()))
    expect([url, portOwner(portOf(url))?.pid]).toEqual([url, pid]);
  expect(
    stack()
      .services.map(({ name }) => name)
      .toSorted(),
  ).toEqual(["billing", "content", "delivery", "gateway", "identity", "preferences"]);
});

test("a second up changes nothing", async () => {
  const before = stack();
  const { code, output } = await make("up", folder);
  expect([code, stack()]).toEqual([0, before]);
  expect(output).toContain("up already");
});

test("killed processes are restarted on the same ports", async () => {
  const before = stack();
  const victims = listeners(before);
  for (const { pid } of victims) process.kill(pid!, "SIGKILL");
  await vi.waitFor(
    () => {
      const after = listeners(stack());
      expect(after.map(({ url }) => url)).toEqual(victims.map(({ url }) => url));
      for (const [i, { pid, url }] of after.entries()) {
        expect(pid).not.toBe(victims[i]!.pid);
        expect(portOwner(portOf(url))?.pid).toBe(pid);
      }
    },
    { timeout: 60_000, interval: 250 },
  );
}, 90_000);

test("up repairs a stack whose supervisor and a service are gone", async () => {
  const before = stack();
  const [supervisor] = (await readFile(join(folder, "supervisor.pid"), "utf8")).split(" ");
  process.kill(Number(supervisor), "SIGKILL");
  const content = before.services.find(({ name }) => name === "content")!;
  process.kill(content.pid, "SIGKILL");
  const { code } = await make("up", folder);
  expect(code).toBe(0);
  const others = ({ services }: Stack) => services.filter(({ name }) => name !== "content");
  expect(others(stack())).toEqual(others(before));
  expect(portOwner(portOf(content.url))?.pid).toBe(
    stack().services.find(({ name }) => name === "content")!.pid,
  );
}, 120_000);

test("a taken port is an error with its owner, and no process is left", async () => {
  const { app, services } = stack();
  const gateway = services.find(({ name }) => name === "gateway")!;
  const other = await mkdtemp(join(tmpdir(), "matinale-other-"));
  const { code, output } = await make("up", other, { APP_PORT: String(portOf(app)) });
  expect(code).toBe(1);
  expect(output).toContain(`port ${portOf(app)} is taken by process ${gateway.pid} (`);
  expect((await environments()).filter((environment) => environment.includes(other))).toEqual([]);
  await rm(other, { recursive: true });
});

test("down leaves no process", async () => {
  const running = stack();
  expect((await make("down", folder)).code).toBe(0);
  for (const { url } of listeners(running)) expect(portOwner(portOf(url))).toBeUndefined();
  expect((await environments()).filter((environment) => environment.includes(folder))).toEqual([]);
}, 60_000);
