import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { cacheFolder } from "@matinale/dev-services";
import { root } from "../places.ts";

/** Everything that the result of a step depends on. */
export interface Inputs {
  /** Files and folders of the repository. */
  readonly paths: readonly string[];
  /** Files in them that change nothing. */
  readonly leftOut: RegExp;
}

const compiled = [
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "tsconfig.build.json",
  "config",
  "packages",
  "services",
  "dev/simulator",
];

/** What the images contain, and the code that checks them. */
export const imageInputs: Inputs = {
  paths: [...compiled, "Dockerfile", ".dockerignore", "web", "dev/deploy-checks/src/image"],
  // as in .dockerignore, except the tests of the images themselves
  leftOut: /(?<!\.deploy)\.test\.tsx?$|(^|\/)(testing|evaluation)\//,
};

/** What the benches start, and the benches. */
export const benchInputs: Inputs = {
  // the last two have the options of Node and the memory of a container
  paths: [...compiled, "bench", "dev/services", "dev/stack", "Dockerfile", "docker-compose.yml"],
  leftOut: /\.test\.ts$|\.md$|^bench\/results\//,
};

const generated = new Set(["dist", "node_modules"]);

/** Content hash of the inputs. */
export async function hashOfInputs({ paths, leftOut }: Inputs, folder = root): Promise<string> {
  const patterns = paths.flatMap((path) => [path, `${path}/**`]);
  const files = globSync(patterns, {
    cwd: folder,
    withFileTypes: true,
    exclude: ({ name }) => generated.has(name),
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((file) => !leftOut.test(file));
  const hash = createHash("sha256");
  for (const file of files.toSorted()) {
    const content = await readFile(join(folder, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Runs a step unless its inputs are those of its last successful run on this machine. `CHECK_ALL=1` runs it always. */
export async function unlessUnchanged(
  step: string,
  inputs: Inputs,
  print: (line: string) => void,
  run: () => Promise<void>,
): Promise<void> {
  const stampFile = join(cacheFolder(), "checks", step);
  const hash = await hashOfInputs(inputs);
  const checked = await readFile(stampFile, "utf8").catch(() => "");
  if (checked === hash && !process.env["CHECK_ALL"]) {
    print("unchanged since they were checked; CHECK_ALL=1 checks them again");
    return;
  }
  await run();
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, hash);
}
