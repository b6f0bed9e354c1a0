import { cp, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { runCommand, withInstallationLock } from "@matinale/dev-services";
import { hasPresentSite, lastFileOfSite } from "./code.ts";
import { root, type Places } from "./places.ts";
import { step } from "./supervisor/progress.ts";

export const builtWeb = join(root, "web/dist");

/** Runs work while no other process builds the site, which empties the folder first, or copies it. */
export const onBuiltWeb = (work: () => Promise<void>): Promise<void> =>
  withInstallationLock(builtWeb, work);

/** Gives the gateway the site of the present code. A build that is newer than all its sources is used as it is. */
export async function prepareWeb(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  if (!hasPresentSite(places.site)) await onBuiltWeb(() => copyWeb(places, env));
}

async function copyWeb(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  if (!hasPresentSite(builtWeb)) await step("web app built", () => buildWeb(env));
  // A running gateway needs the files that it started with: checks and e2e tests build the site while it runs. An
  // interrupted copy must not count as a site.
  const { siteCopy } = places;
  await rm(siteCopy, { recursive: true, force: true });
  await cp(builtWeb, siteCopy, { recursive: true, preserveTimestamps: true });
  await rm(places.site, { recursive: true, force: true });
  await rename(siteCopy, places.site);
}

async function buildWeb(env: NodeJS.ProcessEnv): Promise<void> {
  const startedAt = new Date();
  await runCommand("npm", ["run", "build", "--silent", "-w", "web"], {
    cwd: root,
    // A test runner sets `NODE_ENV=test`, with which Vite would build React's development version.
    env: { ...env, NODE_ENV: "production" },
  });
  // A source that changes during the build is newer than it, so that the next start builds again.
  await utimes(lastFileOfSite(builtWeb), startedAt, startedAt);
}
