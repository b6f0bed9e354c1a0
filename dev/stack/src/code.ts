import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runningProcess } from "@matinale/dev-services";
import { z } from "zod";
import { root, type Places } from "./places.ts";
import { processNames, type ProcessName } from "./processes.ts";

/** A process, or the site, which the gateway reads when it starts. */
export type CodeName = ProcessName | "web";

const codeNames: readonly CodeName[] = [...processNames, "web"];
const ownCode = {
  service: ["src", "sources"],
  // The phone page in dev/simulator/public is read for each request.
  simulator: ["src"],
  web: ["src", "public", "build", "index.html", "vite.config.ts"],
};
const manifest = z.object({ dependencies: z.record(z.string(), z.unknown()).default({}) });

export function namesWith(paths: readonly string[]): CodeName[] {
  const own = paths.filter((path) => !isTest(path));
  return codeNames.filter((name) =>
    codeOf(name).some((code) => own.some((path) => isIn(code, path))),
  );
}

export const codeFiles = (name: CodeName): string[] =>
  codeOf(name).flatMap((path) => filesIn(join(root, path)));

export const codeHash = (name: CodeName): string => hashOf(codeFiles(name));

export function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** Records the code that a process starts with, or that the site was built from. */
export function recordCode(places: Places, name: CodeName, hash: string): void {
  const file = join(places.code, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

/** True when the recorded code is the present one. */
export function isPresentCode(places: Places, name: CodeName): boolean {
  const file = join(places.code, name);
  return existsSync(file) && readFileSync(file, "utf8") === codeHash(name);
}

export function outdatedProcesses(places: Places): ProcessName[] {
  const isOutdated = (name: CodeName) => !isPresentCode(places, name);
  return processNames.filter(
    (name) =>
      runningProcess(join(places.pids, `${name}.pid`)) !== undefined &&
      (isOutdated(name) || (name === "gateway" && isOutdated("web"))),
  );
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
    .filter((file) => !isTest(file))
    .toSorted();
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path);
const isIn = (code: string, path: string): boolean => path === code || path.startsWith(`${code}/`);
