import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cacheFolder, runCommand } from "@matinale/dev-services";
import { root } from "../places.ts";

/** What the images contain, and the code that checks them. */
const inputs = [
  "Dockerfile",
  ".dockerignore",
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "tsconfig.build.json",
  "config",
  "packages",
  "services",
  "web",
  "dev/simulator",
  "dev/deploy-checks/src/image",
];
/** As in .dockerignore, except the tests of the images themselves. */
const leftOut = /(?<!\.deploy)\.test\.tsx?$|(^|\/)(testing|evaluation)\//;

const stampFile = (): string => join(cacheFolder(), "checks", "images");

/** Content hash of everything that the image checks depend on, including files that are not committed. */
async function hashOfInputs(): Promise<string> {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...inputs];
  const files = (await runCommand("git", listing, { cwd: root })).split("\0").filter(Boolean);
  const hash = createHash("sha256");
  for (const file of files.filter((name) => !leftOut.test(name)).toSorted()) {
    const content = await readFile(join(root, file)).catch(() => ""); // deleted, not yet committed
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Runs the image checks unless their inputs are those of the last successful run. `CHECK_ALL=1` runs them always.
 *
 * @returns false when they did not run
 */
export async function whenImagesChanged(run: () => Promise<void>): Promise<boolean> {
  const hash = await hashOfInputs();
  const checked = await readFile(stampFile(), "utf8").catch(() => "");
  if (checked === hash && !process.env["CHECK_ALL"]) return false;
  await run();
  await mkdir(dirname(stampFile()), { recursive: true });
  await writeFile(stampFile(), hash);
  return true;
}
