import { existsSync, statSync } from "node:fs";
import { cp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createDaemon, runCommand } from "@matinale/dev-services";
import type { Daemon } from "@matinale/dev-services";
import { root } from "./places.ts";
import type { Places } from "./places.ts";

export const builtWeb = join(root, "web/dist");
const sources = ["web", "packages/contracts/src", "package-lock.json"];

/** A test runner sets `NODE_ENV=test`, with which Vite would build React's development version. */
const productionEnv = (env: NodeJS.ProcessEnv) => ({ ...env, NODE_ENV: "production" });

/** True when the build is newer than all its sources. */
export async function webIsBuilt(): Promise<boolean> {
  const page = join(builtWeb, "index.html");
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  const newest = await Promise.all(sources.map((path) => newestChange(join(root, path))));
  return newest.every((changedAt) => changedAt < builtAt);
}

export async function buildWeb(env: NodeJS.ProcessEnv): Promise<void> {
  await runCommand("npm", ["run", "build", "--silent", "-w", "web"], {
    cwd: root,
    env: productionEnv(env),
  });
}

/** A running gateway needs the files that it started with: checks and e2e tests build the site while it runs. */
export async function copyWeb(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(builtWeb, folder, { recursive: true, preserveTimestamps: true });
}

/** Rebuilds the app whenever its sources change. */
export function webBuilder(places: Places, env: NodeJS.ProcessEnv): Daemon {
  return createDaemon({
    name: "web",
    command: process.execPath,
    args: [join(root, "node_modules/vite/bin/vite.js"), "build", "--watch"],
    cwd: join(root, "web"),
    env: productionEnv(env),
    pidFile: join(places.pids, "web.pid"),
    logFile: join(places.logs, "web.log"),
    ready: webIsBuilt,
    startTimeoutMs: 60_000,
  });
}

async function newestChange(path: string): Promise<number> {
  const info = await stat(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\/(node_modules|dist|coverage)\/|\.test\.tsx?$/.test(file));
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  return Math.max(0, ...times);
}
