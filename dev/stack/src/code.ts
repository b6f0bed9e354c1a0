import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runningProcess } from "@matinale/dev-services";
import { z } from "zod";
import { root, type Places } from "./places.ts";
import { processNames, type ProcessName } from "./processes.ts";

/** A process, or the site, which the gateway reads when it starts. */
export type CodeName = ProcessName | "web";

const ownCode = {
  service: ["src", "sources"],
  // The phone page in dev/simulator/public is read for each request.
  simulator: ["src"],
  web: ["src", "public", "build", "index.html", "vite.config.ts"],
};
const manifest = z.object({ dependencies: z.record(z.string(), z.unknown()).default({}) });

export const filesOf = (name: CodeName): string[] =>
  codeOf(name).flatMap((path) => filesIn(join(root, path)));

/** @param since  milliseconds since 1970 */
export const isUnchanged = (name: CodeName, since: number): boolean =>
  // a file can disappear between the two calls
  filesOf(name).every((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < since);

/** A build writes this file after all pages. One that failed or was interrupted leaves only others. */
export const lastFileOfSite = (folder: string): string => join(folder, "pages/index.json");

/** True when the folder has a complete build of the site that is newer than its code. */
export function hasPresentSite(folder: string): boolean {
  const built = statSync(lastFileOfSite(folder), { throwIfNoEntry: false });
  return built !== undefined && isUnchanged("web", built.mtimeMs);
}

/** Running processes whose code has changed since their start, when their pid file was written. */
export function outdatedProcesses(places: Places): ProcessName[] {
  const isOutdated = (name: ProcessName) => {
    const pidFile = places.pidFile(name);
    if (runningProcess(pidFile) === undefined) return false;
    if (name === "gateway" && !hasPresentSite(places.site)) return true;
    return !isUnchanged(name, statSync(pidFile).mtimeMs);
  };
  return processNames.filter(isOutdated);
}

/** Files and folders with the code of a process, or of the site: its own and those of the packages that it uses. */
function codeOf(name: CodeName): string[] {
  const [folder, own] =
    name === "web"
      ? ["web", ownCode.web]
      : name === "simulator"
        ? ["dev/simulator", ownCode.simulator]
        : [`services/${name}`, ownCode.service];
  return [
    ...own.map((path) => `${folder}/${path}`),
    ...new Set(packagesOf(folder).map((used) => `${used}/src`)),
    "config",
    "package-lock.json",
  ];
}

/** Folders of the packages of this repository that a package uses, directly or not. */
function packagesOf(folder: string): string[] {
  const { dependencies } = manifest.parse(
    JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
  );
  return Object.keys(dependencies)
    .flatMap((dependency) => /^@matinale\/(.+)$/.exec(dependency)?.[1] ?? [])
    .map((name) => `packages/${name}`)
    .flatMap((used) => [used, ...packagesOf(used)]);
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return globSync("**", { cwd: path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
}
