import { existsSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@matinale/backing";
import { root } from "./places.ts";

const sources = ["web", "packages/contracts/src", "package-lock.json"];

/** True when the built app is newer than everything it is made of. */
export async function webIsBuilt(): Promise<boolean> {
  const page = join(root, "web/dist/index.html");
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  const newest = await Promise.all(sources.map((path) => newestChange(join(root, path))));
  return newest.every((changedAt) => changedAt < builtAt);
}

export async function buildWeb(env: NodeJS.ProcessEnv): Promise<void> {
  await runCommand("npm", ["run", "build", "--silent", "-w", "web"], { cwd: root, env });
}

async function newestChange(path: string): Promise<number> {
  const facts = await stat(path);
  if (!facts.isDirectory()) return facts.mtimeMs;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\/(node_modules|dist|coverage)\/|\.test\.tsx?$/.test(file));
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  return Math.max(0, ...times);
}
