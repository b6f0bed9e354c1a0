import { existsSync, statSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { codeFiles, codeHash, isPresentCode, recordCode } from "./code.ts";
import { root, type Places } from "./places.ts";
import { step, type Report } from "./supervisor/progress.ts";

export const builtWeb = join(root, "web/dist");

/** Gives the gateway the site of the present code. A build that is newer than all its sources is used as it is. */
export async function prepareWeb(
  places: Places,
  env: NodeJS.ProcessEnv,
  report: Report,
): Promise<void> {
  if (isPresentCode(places, "web")) return;
  const presentHash = () => codeHash("web");
  const hash = webIsBuilt()
    ? presentHash()
    : await step(report, "web app built", () => buildPresent(presentHash, () => buildWeb(env)));
  await copyWeb(places.site);
  recordCode(places, "web", hash);
}

/**
 * Builds again when the code has changed during the build: `webIsBuilt` compares times and would take such a build for
 * a present one.
 *
 * @returns hash of the code that was built
 */
export async function buildPresent(
  presentHash: () => string,
  build: () => Promise<void>,
): Promise<string> {
  const hash = presentHash();
  await build();
  return presentHash() === hash ? hash : buildPresent(presentHash, build);
}

/** A test runner sets `NODE_ENV=test`, with which Vite would build React's development version. */
const productionEnv = (env: NodeJS.ProcessEnv) => ({ ...env, NODE_ENV: "production" });

/** True when the build is complete and newer than all its sources. */
export function webIsBuilt(built = builtWeb): boolean {
  // A build writes this file after all pages. One that failed or was interrupted leaves only others.
  const index = join(built, "pages/index.json");
  if (!existsSync(index)) return false;
  const builtAt = statSync(index).mtimeMs;
  return codeFiles("web").every((file) => statSync(file).mtimeMs < builtAt);
}

async function buildWeb(env: NodeJS.ProcessEnv): Promise<void> {
  await runCommand("npm", ["run", "build", "--silent", "-w", "web"], {
    cwd: root,
    env: productionEnv(env),
  });
}

/** A running gateway needs the files that it started with: checks and e2e tests build the site while it runs. */
async function copyWeb(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(builtWeb, folder, { recursive: true, preserveTimestamps: true });
}
