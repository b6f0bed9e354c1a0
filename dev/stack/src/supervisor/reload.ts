import { readdirSync, statSync, watch } from "node:fs";
import { basename, join } from "node:path";
import type { Member } from "@matinale/dev-services";
import { outdatedProcesses } from "../code.ts";
import { root, type Places } from "../places.ts";
import { prepareWeb } from "../web-build.ts";

/** Debounce: a save or a branch switch changes many files at once. */
const debounceMs = 150;

/** Stops a process when its code changes, the gateway after a new build of the site. `keepRunning` starts it again. */
export function reloadOnChange(
  places: Places,
  env: NodeJS.ProcessEnv,
  { members, log }: { members: readonly Member[]; log: (line: string) => void },
): void {
  const restart = async () => {
    const outdated: readonly string[] = outdatedProcesses(places);
    if (outdated.length === 0) return;
    log(`code changed, restarting ${outdated.join(", ")}`);
    await prepareWeb(places, env);
    for (const member of members) if (outdated.includes(member.name)) void member.stop();
  };
  let timer: NodeJS.Timeout | undefined;
  let restarts = Promise.resolve();
  const restartNext = () => {
    restarts = restarts
      .then(restart)
      .catch((error: unknown) => log(`building the site failed: ${String(error)}`));
  };
  for (const folder of ["services", "packages", "dev/simulator", "web", "config"]) {
    watchFolder(join(root, folder), () => {
      clearTimeout(timer);
      timer = setTimeout(restartNext, debounceMs);
    });
  }
}

/**
 * Watches each folder by itself: Node's recursive watch loses a file that an editor or git replaces.
 *
 * @param onChange  receives the path of a changed file or of a new folder
 * @returns ends watching
 */
export function watchFolder(folder: string, onChange: (path: string) => void): () => void {
  const inside = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isGenerated(entry.name))
    .map((entry) => watchFolder(join(folder, entry.name), onChange));
  const watcher = watch(folder, (event, name) => {
    const path = join(folder, name ?? "");
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isGenerated(basename(path))) return;
    if (event === "rename" && isFolder) inside.push(watchFolder(path, onChange));
    onChange(path);
  });
  return () => {
    watcher.close();
    for (const end of inside) end();
  };
}

const isGenerated = (name: string): boolean => ["node_modules", "dist", "coverage"].includes(name);
