import { watch } from "node:fs";
import { join } from "node:path";
import type { Member } from "@matinale/dev-services";
import { root } from "../places.ts";
import { processNames } from "../processes.ts";

/** Debounce: a save or a branch switch changes many files at once. */
const debounceMs = 150;

/** Names of the processes that run the code in a changed file. A shared package affects all of them. */
export function processesOf(path: string): readonly string[] {
  if (/\.test\.ts$|(^|\/)node_modules\//.test(path)) return [];
  const service = /^services\/([^/]+)\/(src|sources)\//.exec(path)?.[1];
  if (service) return [service];
  if (path.startsWith("dev/simulator/src/")) return ["simulator"];
  return /^packages\/[^/]+\/src\//.test(path) ? processNames : [];
}

/** Stops a process when its code changes. `keepRunning` then starts it again. */
export function reloadOnChange(members: readonly Member[], log: (line: string) => void): void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const restart = () => {
    const names = [...changed];
    changed.clear();
    log(`code changed, restarting ${names.join(", ")}`);
    for (const member of members) if (names.includes(member.name)) void member.stop();
  };
  for (const folder of ["services", "packages", "dev/simulator"]) {
    watch(join(root, folder), { recursive: true }, (_, file) => {
      const names = processesOf(`${folder}/${file ?? ""}`);
      if (names.length === 0) return;
      for (const name of names) changed.add(name);
      clearTimeout(timer);
      timer = setTimeout(restart, debounceMs);
    });
  }
}
