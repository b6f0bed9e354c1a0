import { readdirSync, statSync, watch } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Member } from "@matinale/dev-services";
import { namesWith } from "../code.ts";
import { root } from "../places.ts";

/** Debounce: a save or a branch switch changes many files at once. */
const debounceMs = 150;

/** Stops a process when its code changes, the gateway after a new build of the site. `keepRunning` starts it again. */
export function reloadOnChange(
  members: readonly Member[],
  prepareWeb: () => Promise<void>,
  log: (line: string) => void,
): void {
  const changed = new Set<string>();
  const stop = (names: ReadonlySet<string>) => {
    for (const member of members) if (names.has(member.name)) void member.stop();
  };
  const restart = async () => {
    const names = new Set<string>(namesWith([...changed]));
    changed.clear();
    if (names.size === 0) return;
    log(`code changed, restarting ${[...names].join(", ")}`);
    stop(names);
    if (!names.has("web")) return;
    await prepareWeb();
    stop(new Set(["gateway"]));
  };
  let timer: NodeJS.Timeout | undefined;
  let restarts = Promise.resolve();
  const restartNext = () => {
    restarts = restarts
      .then(restart)
      .catch((error: unknown) => log(`building the site failed: ${String(error)}`));
  };
  for (const folder of ["services", "packages", "dev/simulator", "web", "config"]) {
    watchFolder(join(root, folder), (path) => {
      changed.add(relative(root, path));
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
