import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDaemon } from "./daemon.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "matinale-daemon-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that waits. Its command line has the folder of this test. */
const waiting = (ready: () => Promise<boolean>) =>
  createDaemon({
    name: "waiting",
    command: process.execPath,
    args: ["-e", "setInterval(() => undefined, 1000)", folder],
    pidFile: join(folder, "pid"),
    logFile: join(folder, "log"),
    ready,
  });

async function processes(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return commands.filter((command) => command.includes(folder));
}

test("starts a process once, and stops it", async () => {
  const daemon = waiting(async () => daemon.pid !== undefined);
  await daemon.start();
  const { pid } = daemon;
  await daemon.start();
  expect(daemon.pid).toBe(pid);
  await daemon.stop();
  expect(daemon.pid).toBeUndefined();
});

test("does not start while another server responds in its place", async () => {
  const daemon = waiting(async () => true);
  await expect(daemon.start()).rejects.toThrow("another server responds in place of waiting");
  expect(daemon.pid).toBeUndefined();
});

test("leaves no process when its pid file cannot be written", async () => {
  mkdirSync(join(folder, "pid"));
  const daemon = waiting(async () => false);
  await expect(daemon.start()).rejects.toThrow(/EISDIR|ENOTEMPTY/);
  await vi.waitFor(async () => expect(await processes()).toEqual([]));
});
